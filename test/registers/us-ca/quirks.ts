import type { Quirks } from '../../sandbox/quirks/playing.js';

const API = '/us-ca/cbc/v1/api';

export const KNOWN_FROM = 'doc';

export const QUIRKS: Quirks[string] = {
  'at most 150 hits, without pages': async (playing) => {
    const { EntityData: hits } = await playing.read(`${API}/BusinessEntityKeywordSearch?search-term=ODDLY%20CROWDED`);
    expect(hits).toHaveLength(150);
    await expect(playing.search('us-ca', 'Oddly Crowded')).resolves.toMatchObject({ complete: false });
  },
  'nothing found is 400, and so is a malformed question': async (playing) => {
    const statusOf = async (path: string) => (await playing.ask(`${API}/${path}`)).status;
    expect(await statusOf('BusinessEntityKeywordSearch?search-term=NOWHERE')).toBe(400);
    expect(await statusOf('BusinessEntityKeywordSearch')).toBe(400);
    expect(await statusOf('BusinessEntityDetails?entity-number=209900999999')).toBe(400);
    await expect(playing.search('us-ca', 'Nowhere At All')).resolves.toEqual({ records: [], complete: true });
    await expect(playing.numbered('us-ca', '209900999999')).resolves.toBeUndefined();
  },
  'four standings, of which one may be missing': async (playing) => {
    const [whole, unstated, taxed] = await Promise.all(
      ['Fabled Sundials LLC', 'Oddly Unstated Pier LLC', 'Oddly Taxed Pier LLC'].map(
        async (name) => (await playing.search('us-ca', name)).records[0]!,
      ),
    );
    expect([whole, unstated, taxed].map((record) => record!.goodStanding)).toEqual([true, null, false]);
  },
  'the office that suspended an entity, behind a dash': async (playing) => {
    const body = await playing.read(`${API}/BusinessEntityKeywordSearch?search-term=TWICE%20TOLD`);
    const words = (body['EntityData'] as { StatusDescription: string }[]).map((entity) => entity.StatusDescription);
    expect(words).toContain('Suspended - FTB');
    const { records } = await playing.search('us-ca', 'Twice Told Tales LLC');
    expect(records.map(({ status }) => status).toSorted()).toEqual(['active', 'suspended']);
  },
  'numbers of three ages': async (playing) => {
    const { records } = await playing.search('us-ca', 'Wyvern Make-Believe Supply');
    expect(records.map(({ id }) => id.replaceAll(/\d/g, '0')).toSorted()).toContain('C0000000');
    await expect(playing.idOf('us-ca', 'Fabled Sundials LLC')).resolves.toMatch(/^B\d{11}$/);
    await expect(playing.idOf('us-ca', 'Oddly Taxed Pier LLC')).resolves.toMatch(/^\d{12}$/);
  },
};
