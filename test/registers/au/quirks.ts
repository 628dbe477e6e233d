import type { Json, Playing, Quirks } from '../../sandbox/quirks/playing.js';

const SEARCH = '/au/data/api/3/action/datastore_search';
const RESOURCE = '5c3914e6-413e-4a2c-b890-bf8efe3eabf2';

export const KNOWN_FROM = 'seen';

const named = async (playing: Playing, name: string) => {
  const q = JSON.stringify({ 'Company Name': name });
  const answer = await playing.read(`${SEARCH}?${new URLSearchParams({ resource_id: RESOURCE, q }).toString()}`);
  return (answer['result'] as { records: Json[] }).records;
};

export const QUIRKS: Quirks[string] = {
  'one row for each name, with `Current Name` only in those of former names': async (playing) => {
    const rows = await named(playing, 'Jetty');
    expect(rows.filter((row) => row['Current Name'] === 'ODD THIRD JETTY PTY LTD')).toHaveLength(2);
    const { records } = await playing.search('au', 'Odd First Jetty Pty Ltd');
    const found = await playing.numbered('au', records[0]!.id);
    expect(found).toMatchObject({ name: 'ODD THIRD JETTY PTY LTD', aliases: [{ kind: 'former' }, { kind: 'former' }] });
  },
  'a former name that is now the name of another': async (playing) => {
    const { records } = await playing.search('au', 'Odd Wandering Lighthouse Pty Ltd');
    const names = ['ODD SETTLED LIGHTHOUSE PTY LTD', 'ODD WANDERING LIGHTHOUSE PTY LTD'];
    expect(records.map(({ name }) => name).toSorted()).toEqual(names);
  },
  'dates with the day first': async (playing) => {
    const [row] = await named(playing, 'Odd Third Jetty');
    expect(row!['Date of Registration']).toBe('08/01/1990');
    const { records } = await playing.search('au', 'Odd Third Jetty Pty Ltd');
    expect(records).toMatchObject([{ formationDate: '1990-01-08' }]);
  },
  'a status word that no table has': async (playing) => {
    const { records } = await playing.search('au', 'Odd Unheard Jetty Pty Ltd');
    expect(records).toMatchObject([{ status: 'unknown', statusDetail: 'QRST' }]);
  },
};
