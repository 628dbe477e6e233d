import type { Json, Quirks } from '../../sandbox/quirks/playing.js';

const COMPANIES = '/fi-18/opendata-ytj-api/v3/companies';
const list = (answer: Json, name: string) => answer[name] as Json[];

export const KNOWN_FROM = 'seen';

export const QUIRKS: Quirks[string] = {
  '`status` is always 2': async (playing) => {
    const companies = list(await playing.read(`${COMPANIES}?name=Oy`), 'companies');
    expect(new Set(companies.map(({ status }) => status))).toEqual(new Set(['2']));
  },
  'the names and addresses of a ceased company end with it': async (playing) => {
    const { records } = await playing.search('fi-18', 'Lakannut Castle Keepers Oy');
    expect(records).toMatchObject([{ status: 'dissolved' }]);
    const [company] = list(await playing.read(`${COMPANIES}?businessId=${records[0]!.id}`), 'companies');
    for (const field of ['names', 'addresses'])
      expect(list(company!, field)).toMatchObject([{ endDate: '2022-06-30' }]);
  },
  'some have no address left': async (playing) => {
    const name = 'Kummallinen Kadonnut Kaivos Oy';
    expect(await playing.search('fi-18', name)).toEqual({ records: [], complete: true });
    const [company] = list(await playing.read(`${COMPANIES}?name=${encodeURIComponent(name)}`), 'companies');
    const { value: id } = company!['businessId'] as { value: string };
    await expect(playing.numbered('fi-18', id)).resolves.toEqual({ id, withholds: 'seat' });
  },
  'a live company without an address': async (playing) => {
    const { records } = await playing.search('fi', 'Kummallinen Osoitteeton Mylly Oy');
    expect(records).toMatchObject([{ status: 'active', seat: null }]);
  },
  'an address abroad in one line, with underscores for blanks': async (playing) => {
    const { records } = await playing.search('fi', 'Ingenstans Kvarn Ab, sivuliike Suomessa');
    expect(records).toMatchObject([
      { isBranch: true, seat: { country: 'se' }, clues: { office: { line1: 'Sagogatan 3 SE-111 11 Ingenstans' } } },
    ]);
  },
};
