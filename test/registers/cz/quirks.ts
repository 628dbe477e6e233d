import type { Quirks } from '../../sandbox/quirks/playing.js';

export const KNOWN_FROM = 'seen';

export const QUIRKS: Quirks[string] = {
  'all regions together': async (playing) => {
    const { records } = await playing.search('cz', 'Vodník Lucerny s.r.o.');
    expect(records).toMatchObject([{ seat: { place: 'Brno', jurisdiction: 'cz-64' } }]);
    const found = await playing.numbered('cz', records[0]!.id);
    expect(found).toMatchObject({ seat: { place: 'Brno' }, aliases: [{ name: 'Dříve Vodník Lucerny s.r.o.' }] });
    const id = await playing.idOf('cz', 'Jednorožec Lucerny s.r.o.');
    const read = (await playing.fetched('cz', id))!;
    expect({ ...read, seat: undefined }).toEqual({ ...(await playing.fetched('cz-10', id)), seat: undefined });
  },
  'a seat abroad': async (playing) => {
    const { records } = await playing.search('cz', 'Wandernde Laternen GmbH');
    expect(records).toMatchObject([{ domestic: false, seat: { country: 'at' } }]);
  },
  'a seat that only a source register has': async (playing) => {
    const { records } = await playing.search('cz', 'Podivný Jinak Zapsaný Mlýn s.r.o.');
    expect(records).toMatchObject([{ seat: { place: 'Brno' } }]);
  },
  'no seat at all': async (playing) => {
    const { records, complete } = await playing.search('cz', 'Podivný Zaniklý Mlýn s.r.o.');
    expect([records, complete]).toMatchObject([[{ status: 'dissolved', seat: null }], true]);
  },
};
