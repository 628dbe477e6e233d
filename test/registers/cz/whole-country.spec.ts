import { nameQuery } from '../../../src/core/verification/name-query.js';
import { asking } from '../../registries/registry.suite.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const NUMBER = '90000001';

const register = askedRegister();
const asked = (code: string) => register.connect(code).of(code);

const subject = (sidlo: object | undefined, more: object = {}) => ({
  ...{ ico: NUMBER, obchodniJmeno: 'Imaginary Something', sidlo },
  seznamRegistraci: { stavZdrojeRos: 'AKTIVNI', stavZdrojeRes: 'AKTIVNI' },
  ...more,
});
const BRNO = { kodStatu: 'CZ', kodKraje: 116, nazevKraje: 'Jihomoravský kraj', nazevObce: 'Brno' };
const PRAGUE = { kodStatu: 'CZ', kodKraje: 19, nazevKraje: 'Hlavní město Praha', nazevObce: 'Praha' };
const IN_BRNO = { place: 'Brno', region: 'Jihomoravský kraj', country: 'cz', jurisdiction: 'cz-64' };

const publishing = (...ekonomickeSubjekty: object[]) =>
  register.double.replyWith(({ path }) => {
    if (path.includes('-vr/')) return { status: 404, body: '{}' };
    const answer = path.endsWith(NUMBER)
      ? ekonomickeSubjekty[0]
      : { pocetCelkem: ekonomickeSubjekty.length, ekonomickeSubjekty };
    return { body: JSON.stringify(answer) };
  });

describe('the whole of Czechia', () => {
  it.each([
    ['Brno', subject(BRNO), IN_BRNO],
    ['Prague', subject(PRAGUE), { place: 'Praha', region: 'Hlavní město Praha', country: 'cz', jurisdiction: 'cz-10' }],
    [
      'Brno, by a source register',
      subject(undefined, { dalsiUdaje: [{ sidlo: [{ sidlo: BRNO, primarniZaznam: true }] }] }),
      IN_BRNO,
    ],
    [
      'one text',
      subject({ textovaAdresa: 'Imaginární 12, 267 01 Králův Dvůr' }),
      { place: 'Králův Dvůr', country: 'cz' },
    ],
    [
      'one text that names Prague',
      subject({ textovaAdresa: 'Imaginární 1, 11000 Praha 1' }),
      { place: 'Praha 1', country: 'cz', jurisdiction: 'cz-10' },
    ],
    ['Austria', subject({ kodStatu: 'AT', textovaAdresa: 'Phantasieweg 1, Rakousko' }), { country: 'at' }],
    ['nowhere', subject({}), null],
    ['no seat at all', subject(undefined), null],
  ])('finds a subject by name and by number, with its seat: %s', async (_, found, seat) => {
    publishing(found);
    const { records, complete } = await asked('cz').search(asking('Imaginary Something'), never);
    expect([records.map((record) => record.seat), complete]).toEqual([[seat], true]);
    await expect(asked('cz').findByNumber(NUMBER, never)).resolves.toMatchObject({ id: NUMBER, seat });
    await expect(asked('cz').fetch(NUMBER, never)).resolves.toMatchObject({ id: NUMBER, seat, details: {} });
  });

  it('reads the same record of a subject in Prague as Prague does, but for its seat', async () => {
    publishing(subject(PRAGUE));
    const { seat, ...record } = (await asked('cz').search(asking('Imaginary Something'), never)).records[0]!;
    const ofPart = await asked('cz-10').findByNumber(NUMBER, never);
    expect(seat).toMatchObject({ jurisdiction: 'cz-10' });
    expect(record).toEqual({ ...ofPart });
    expect(ofPart).not.toHaveProperty('seat');
  });

  it('finds a subject that has ended and shows its seat no longer', async () => {
    publishing(subject(undefined, { datumZaniku: '2024-01-31' }));
    await expect(asked('cz').findByNumber(NUMBER, never)).resolves.toMatchObject({ status: 'dissolved', seat: null });
  });

  it('asks without a region', async () => {
    publishing();
    await asked('cz').search(asking('Imaginary Something'), never);
    expect(register.double.requests.length).toBeGreaterThan(0);
    expect(register.double.requests.filter(({ body }) => 'sidlo' in body)).toEqual([]);
  });

  it('finds a name of which there are too many by the name with its legal form, and stays incomplete', async () => {
    const name = 'Imaginary Something s.r.o.';
    register.double.replyWith(({ body }) =>
      body['obchodniJmeno'] === name
        ? { body: JSON.stringify({ pocetCelkem: 1, ekonomickeSubjekty: [subject(BRNO, { obchodniJmeno: name })] }) }
        : { status: 400, body: JSON.stringify({ kod: 'CHYBA_VSTUPU', subKod: 'VYSTUP_PRILIS_MNOHO_VYSLEDKU' }) },
    );
    const found = await asked('cz').search(nameQuery(name, 'cz'), never);
    expect(found).toMatchObject({ records: [{ name, seat: IN_BRNO }], complete: false });
    const absent = await asked('cz').search(nameQuery('Imaginary Otherwise', 'cz'), never);
    expect(absent).toEqual({ records: [], complete: false });
  });
});
