import type { Json, Quirks } from '../../sandbox/quirks/playing.js';

const list = (answer: Json, name: string) => answer[name] as Json[];

export const KNOWN_FROM = 'doc';

export const QUIRKS: Quirks[string] = {
  'all regions together': async (playing) => {
    const { records } = await playing.search('fr', 'Gones Imaginaires SARL');
    expect(records).toMatchObject([{ seat: { place: 'LYON', jurisdiction: 'fr-ara' } }]);
    await expect(playing.numbered('fr', records[0]!.id)).resolves.toMatchObject({ seat: { jurisdiction: 'fr-ara' } });
    const { records: parisian } = await playing.search('fr', 'Licorne Lanternes SARL');
    const { records: same } = await playing.search('fr-idf', 'Licorne Lanternes SARL');
    expect(parisian.map((record) => ({ ...record, seat: undefined }))).toEqual(
      same.map((record) => ({ ...record, seat: undefined })),
    );
  },
  'a seat abroad': async (playing) => {
    const { records } = await playing.search('fr', 'Wandernde Laternen GmbH');
    expect(records).toMatchObject([{ domestic: false, seat: { place: 'NIRGENDWO', country: 'de' } }]);
  },
  'a masked seat': async (playing) => {
    const { records, complete } = await playing.search('fr', 'Bizarrerie Cachee SARL');
    expect([records, complete]).toMatchObject([[{ seat: null }], true]);
    await expect(playing.fetched('fr', records[0]!.id)).resolves.toMatchObject({ details: { principalAddress: null } });
  },
  'two letters are refused without a filter': async (playing) => {
    expect((await playing.ask('/fr/search?q=qz')).status).toBe(400);
    expect(list(await playing.read('/fr/search?q=qz&region=75,76'), 'results')).toHaveLength(1);
    await expect(playing.search('fr', 'QZ')).resolves.toMatchObject({ records: [{ name: 'QZ' }], complete: false });
  },
};
