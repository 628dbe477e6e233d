import type { Playing, Quirks } from '../../sandbox/quirks/playing.js';

const DATASET = 'c82u-588k';

export const KNOWN_FROM = 'doc';

const rowsOf = (playing: Playing, name: string) =>
  playing.rows('co', DATASET, { $where: `razon_social like '${name}%'` });

export const QUIRKS: Quirks[string] = {
  'one NIT in two chambers, of which one is cancelled': async (playing) => {
    expect(await rowsOf(playing, 'CURIOSA MUDANZA')).toHaveLength(2);
    const { records, complete } = await playing.search('co', 'Curiosa Mudanza S.A.S.');
    const living = { id: '990910001', name: 'CURIOSA MUDANZA SAS', status: 'active', formationDate: '2019-07-01' };
    expect([records, complete]).toMatchObject([[living], true]);
    await expect(playing.numbered('co', '990910001')).resolves.toMatchObject(living);
    await expect(playing.numbered('co', '04-0910001')).resolves.toMatchObject(living);
  },
  'one NIT under two names': async (playing) => {
    const { records } = await playing.search('co', 'Curiosa Primera S.A.S.');
    const former = { id: '04-0910002', name: 'CURIOSA PRIMERA S.A.S.', status: 'dissolved' };
    expect(records).toContainEqual(expect.objectContaining(former));
    const living = { id: '990910002', name: 'CURIOSA SEGUNDA S.A.S.', status: 'active' };
    await expect(playing.numbered('co', '990910002')).resolves.toMatchObject(living);
    await expect(playing.fetched('co', '04-0910002')).resolves.toMatchObject(former);
  },
  'a NIT that is empty or 0': async (playing) => {
    const { records } = await playing.search('co', 'Curiosa sin NIT S.A.S.');
    expect(records).toMatchObject([{ id: '04-0910003' }]);
    await expect(playing.numbered('co', '04-0910004')).resolves.toMatchObject({ name: 'CURIOSA CON NIT VACIO S.A.S.' });
  },
  'people and establishments among businesses': async (playing) => {
    expect(await rowsOf(playing, 'CURIOSA PERSONA')).toHaveLength(1);
    expect(await rowsOf(playing, 'CURIOSO ESTABLECIMIENTO')).toHaveLength(1);
    const nothing = { records: [], complete: true };
    await expect(playing.search('co', 'Curiosa Persona Ficticia')).resolves.toEqual(nothing);
    await expect(playing.search('co', 'Curioso Establecimiento')).resolves.toEqual(nothing);
    await expect(playing.numbered('co', '990910006')).resolves.toBeUndefined();
  },
  'a status that says nothing': async (playing) => {
    const unsaid = { status: 'unknown', statusDetail: 'NO ASIGNADO' };
    await expect(playing.numbered('co', '990910005')).resolves.toMatchObject(unsaid);
  },
  '99991231 for no date': async (playing) => {
    expect(await rowsOf(playing, 'CURIOSA SIN FECHA')).toMatchObject([{ fecha_matricula: '99991231' }]);
    await expect(playing.numbered('co', '990910008')).resolves.toMatchObject({ formationDate: null });
  },
};
