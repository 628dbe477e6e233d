import type { Json, Quirks } from '../../sandbox/quirks/playing.js';

const SEARCH = '/lv/dati/api/3/action/datastore_search';
const RESOURCE = '25e80bf3-f107-4ab4-89ef-251b5b9374e9';

export const KNOWN_FROM = 'seen';

export const QUIRKS: Quirks[string] = {
  'blanks in `closed`': async (playing) => {
    const answer = await playing.read(`${SEARCH}?${new URLSearchParams({ resource_id: RESOURCE }).toString()}`);
    const rows = (answer['result'] as { records: Json[] }).records;
    expect(new Set(rows.map(({ closed }) => closed))).toEqual(new Set([' ', 'L', 'R']));
    const { records } = await playing.search('lv', 'Dīvainā Ģērbtuve SIA');
    expect(records).toMatchObject([{ status: 'active', seat: null }]);
  },
  'individual merchants and farms in the same list': async (playing) => {
    for (const name of ['IK "Fictional Person Dīvainais Veikals"', 'Fictional Person Dīvaiņi'])
      expect(await playing.search('lv', name)).toEqual({ records: [], complete: true });
  },
  'names found only with their accents': async (playing) => {
    const q = JSON.stringify({ name: 'SKUNA KEDE' });
    const plain = await playing.read(`${SEARCH}?${new URLSearchParams({ resource_id: RESOURCE, q }).toString()}`);
    expect((plain['result'] as { total: number }).total).toBe(0);
    const { records } = await playing.search('lv', 'SIA "Divaina Skuna Kede"');
    expect(records).toMatchObject([{ name: 'SIA "Dīvainā Šķūņa Ķēde"', status: 'dissolved' }]);
  },
};
