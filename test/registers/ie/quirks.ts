import type { Json, Playing, Quirks } from '../../sandbox/quirks/playing.js';

const SEARCH = '/ie/api/3/action/datastore_search';
const RESOURCE = '3fef41bc-b8f4-4b10-8434-ce51c29b1bba';

export const KNOWN_FROM = 'seen';

const named = async (playing: Playing, name: string) => {
  const q = JSON.stringify({ company_name: name });
  const answer = await playing.read(`${SEARCH}?${new URLSearchParams({ resource_id: RESOURCE, q }).toString()}`);
  return (answer['result'] as { records: Json[] }).records;
};

export const QUIRKS: Quirks[string] = {
  'numbers are JSON numbers': async (playing) => {
    const [row] = await named(playing, 'Odd Silent Lighthouse');
    expect(row!['company_num']).toBe(9_910_002);
    await expect(playing.numbered('ie', '9910002')).resolves.toMatchObject({ standingHint: { goodStanding: false } });
  },
  'a blank behind `Normal`': async (playing) => {
    const [row] = await named(playing, 'Odd Silent Lighthouse');
    expect(row!['company_status']).toBe('Normal ');
  },
  'a company dissolved long ago has neither a type, nor a date, nor an address but stars': async (playing) => {
    const [row] = await named(playing, 'Odd Vanished Lighthouse');
    expect(row!['company_address_1']).toMatch(/^\*+NO ADDRESS DETAILS\*+$/);
    const found = { status: 'dissolved', entityType: null, formationDate: null, seat: null };
    await expect(playing.numbered('ie', '9910001')).resolves.toMatchObject(found);
  },
  'a status word that no table has': async (playing) => {
    await expect(playing.numbered('ie', '9910003')).resolves.toMatchObject({ status: 'unknown' });
  },
  'every word is wanted, with its ending left out': async (playing) => {
    expect(await named(playing, 'lanterns leprechaun')).toEqual(await named(playing, 'leprechaun lantern'));
    expect(await named(playing, 'leprechaun lantern unheard')).toEqual([]);
  },
  'a name of stop words alone finds nothing': async (playing) => {
    expect(await named(playing, 'Who We Are')).toEqual([]);
    await expect(playing.search('ie', 'Who We Are Limited')).resolves.toEqual({ records: [], complete: false });
    await expect(playing.numbered('ie', '9910004')).resolves.toMatchObject({ name: 'WHO WE ARE LIMITED' });
  },
  '`success: false`': async (playing) => {
    const response = await playing.ask(`${SEARCH}?resource_id=other`);
    expect([response.status, await response.json()]).toMatchObject([404, { success: false }]);
  },
};
