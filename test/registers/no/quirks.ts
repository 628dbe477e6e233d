import type { Quirks } from '../../sandbox/quirks/playing.js';

const UNITS = '/no/enhetsregisteret/api/enheter';

export const KNOWN_FROM = 'doc';

export const QUIRKS: Quirks[string] = {
  'all counties together': async (playing) => {
    const { records } = await playing.search('no', 'Draugen Lanterner AS');
    expect(records).toMatchObject([{ seat: { place: 'BERGEN', jurisdiction: 'no-46' } }]);
    await expect(playing.numbered('no', records[0]!.id)).resolves.toMatchObject({ seat: { jurisdiction: 'no-46' } });
    const id = await playing.idOf('no', 'Huldra Lanterner AS');
    const read = (await playing.fetched('no', id))!;
    expect({ ...read, seat: undefined }).toEqual({ ...(await playing.fetched('no-03', id)), seat: undefined });
  },
  'a seat abroad': async (playing) => {
    const { records } = await playing.search('no', 'Underlig Vandrende Brygge NUF');
    expect(records).toMatchObject([{ seat: { place: 'INGENSTANS', country: 'se' }, home: { jurisdiction: 'se' } }]);
  },
  'a postal address alone': async (playing) => {
    const { records, complete } = await playing.search('no', 'Underlig Adresseløs Brygge');
    expect([records, complete]).toMatchObject([[{ seat: null }], true]);
  },
  'a deleted unit, found by number': async (playing) => {
    const id = '109200077';
    expect(await playing.read(`${UNITS}/${id}`)).not.toHaveProperty('forretningsadresse');
    await expect(playing.numbered('no', id)).resolves.toMatchObject({ id, status: 'dissolved', seat: null });
  },
};
