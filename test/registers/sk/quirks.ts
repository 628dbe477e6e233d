import type { Json, Quirks } from '../../sandbox/quirks/playing.js';

const SEARCH = '/sk/rpo/v1/search';
const list = (answer: Json, name: string) => answer[name] as Json[];

export const KNOWN_FROM = 'seen';

export const QUIRKS: Quirks[string] = {
  'nothing found for a name with its legal form': async (playing) => {
    const name = encodeURIComponent('Podivný Návrat s. r. o.');
    expect(list(await playing.read(`${SEARCH}?fullName=${name}`), 'results')).toEqual([]);
    expect((await playing.search('sk', 'Podivný Návrat s. r. o.')).records).toHaveLength(1);
  },
  'the entry of a company that ended beside the one of its return': async (playing) => {
    const { records } = await playing.search('sk', 'Podivný Návrat s. r. o.');
    expect(records).toMatchObject([{ status: 'active' }]);
    const results = list(await playing.read(`${SEARCH}?identifier=${records[0]!.id}`), 'results');
    expect(results.map(({ termination }) => termination)).toEqual(['2009-01-31', undefined]);
  },
  'sole traders in the same lists': async (playing) => {
    const results = list(await playing.read(`${SEARCH}?fullName=Fictional%20Person`), 'results');
    expect(results).toHaveLength(2);
    expect(await playing.search('sk', 'Fictional Person Podivná Živnosť')).toEqual({ records: [], complete: true });
  },
  'no address at all': async (playing) => {
    const { records } = await playing.search('sk', 'Podivná Bezsídelná Jaskyňa s. r. o.');
    expect(records).toMatchObject([{ status: 'active', seat: null }]);
  },
};
