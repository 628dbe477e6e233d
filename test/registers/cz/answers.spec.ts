import { registrationOf } from '../../../src/core/entities/verified-entity.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, reply, search, fetch } = register;

describe('Czechia', () => {
  const subject = (more: object = {}) => ({
    ico: '90000001',
    obchodniJmeno: 'Imaginary Something s.r.o.',
    sidlo: { kodStatu: 'CZ', kodKraje: 19, nazevObce: 'Praha' },
    seznamRegistraci: { stavZdrojeVr: 'NEEXISTUJICI', stavZdrojeRos: 'AKTIVNI', stavZdrojeRes: 'AKTIVNI' },
    ...more,
  });
  const today = () => Date.parse('2026-03-01T12:00:00Z');
  const answering = (...ekonomickeSubjekty: object[]) =>
    reply(() => ({ pocetCelkem: ekonomickeSubjekty.length, ekonomickeSubjekty }));

  it('skips a subject without an IČO, and keeps the others', async () => {
    const { ico: _, ...without } = subject({ icoId: 'ARES_00000001', sidlo: undefined });
    answering(subject(), without, subject({ ico: '90000010' }));
    const { records, complete } = await search(adapter('cz-10'), 'Imaginary Other');
    expect(records.map(({ id }) => id)).toEqual(['90000001', '90000010']);
    expect(complete).toBe(false);
    expect(register.skipped[0]).toEqual({ source: 'cz-10', reason: 'a record without ico' });
  });

  it('stays complete despite a subject abroad without an IČO', async () => {
    const { ico: _, ...abroad } = subject({ sidlo: { kodStatu: 'AT', textovaAdresa: 'Phantasieweg 1, Rakousko' } });
    answering(abroad, subject());
    const { records, complete } = await search(adapter('cz-10'), 'Imaginary Other');
    expect([records.length, complete]).toEqual([1, true]);
  });

  it.each([
    ['2035-12-10', 'active', 'Aktivní, zanikne 2035-12-10', null],
    ['2026-03-01', 'dissolved', 'Zaniklý', false],
    ['2024-01-31', 'dissolved', 'Zaniklý', false],
  ])('reads an end on %s as %s', async (datumZaniku, status, statusDetail, goodStanding) => {
    answering(subject({ datumZaniku }));
    const { records } = await search(adapter('cz-10', { now: today }));
    expect(records).toMatchObject([{ status, statusDetail, goodStanding }]);
  });

  const registered = (more: object, form = '112') =>
    subject({ pravniForma: form, seznamRegistraci: { stavZdrojeRos: 'AKTIVNI', stavZdrojeRes: 'AKTIVNI', ...more } });

  it.each([
    ['112', 'ZANIKLY', 'unknown', 'Zápis ve veřejném rejstříku zanikl', false],
    ['112', 'HISTORICKY', 'unknown', 'Zápis ve veřejném rejstříku zanikl', false],
    ['112', 'AKTIVNI', 'active', 'Aktivní', undefined],
    ['706', 'NEEXISTUJICI', 'active', 'Aktivní', undefined],
    ['101', 'ZANIKLY', 'active', 'Aktivní', undefined],
  ])('reads the form %s, %s in the public register and listed elsewhere, as %s', async (form, state, ...expected) => {
    answering(registered({ stavZdrojeVr: state }, form));
    const { records } = await search(adapter('cz-10', { now: today }));
    const [{ status, statusDetail, goodStanding, standingHint } = records[0]!] = records;
    expect([status, statusDetail, standingHint?.goodStanding]).toEqual(expected);
    expect(goodStanding).toBeNull();
  });

  it.each(['stavZdrojeIr', 'stavZdrojeCeu'])(
    'hints that an insolvent company is not in good standing: %s',
    async (source) => {
      answering(registered({ stavZdrojeVr: 'AKTIVNI', [source]: 'AKTIVNI' }));
      const { records } = await search(adapter('cz-10', { now: today }));
      const standingHint = { goodStanding: false, because: 'It is entered in the insolvency register.' };
      const statusDetail = 'Zapsán v insolvenčním rejstříku';
      expect(records).toMatchObject([{ status: 'active', statusDetail, goodStanding: null, standingHint }]);
      answering(registered({ stavZdrojeVr: 'AKTIVNI', [source]: 'NEEXISTUJICI' }));
      expect((await search(adapter('cz-10', { now: today }))).records[0]!.standingHint).toBeUndefined();
    },
  );

  it('reads a seat that only the source registers have, the primary one first', async () => {
    const seats = (...sidlo: object[]) => ({ sidlo: undefined, dalsiUdaje: [{ datovyZdroj: 'res' }, { sidlo }] });
    const prague = { sidlo: { kodStatu: 'CZ', kodKraje: 19, nazevObce: 'Praha' }, primarniZaznam: true };
    const teplice = { sidlo: { kodStatu: 'CZ', kodKraje: 60, nazevObce: 'Teplice' } };
    const found = async (more: object) => {
      reply(({ path }) => (path.includes('-vr/') ? undefined : subject(more)));
      const registry = adapter('cz-10');
      const details = async () => (await fetch(registry, '90000001'))?.details;
      return [await registry.findByNumber('90000001', never), await details()] as const;
    };
    const elsewhere = (more: object) => {
      reply(() => subject(more));
      const registry = adapter('cz-10');
      return Promise.all([registry.findByNumber('90000001', never), registry.fetch('90000001', never)]);
    };
    const [record, details] = await found(seats(teplice, prague));
    expect(record).toMatchObject({ id: '90000001', name: 'Imaginary Something s.r.o.' });
    expect(details?.principalAddress).toMatchObject({ city: 'Praha' });
    expect((await found({ ...seats(prague), sidlo: { kodStatu: 'CZ' } }))[0]).toMatchObject({ id: '90000001' });
    expect((await elsewhere(seats(teplice)))[0]).toEqual({ id: '90000001', movedTo: 'cz-42', place: 'Teplice' });
    expect((await found(seats()))[0]).toEqual({ id: '90000001', withholds: 'seat' });
  });

  it('ends a membership by its own end, and returns former names with their days', async () => {
    const member = (prijmeni: string, more: object) => ({ fyzickaOsoba: { jmeno: 'Fictional', prijmeni }, ...more });
    const clenoveOrganu = [
      member('One', { clenstvi: { clenstvi: { vznikClenstvi: '2010-01-01' }, funkce: { nazev: 'Předseda' } } }),
      member('Two', { clenstvi: { clenstvi: { vznikClenstvi: '2010-01-01', zanikClenstvi: '2020-05-31' } } }),
      member('Three', { datumVymazu: '2013-11-12' }),
      member('Four', { clenstvi: { clenstvi: { zanikClenstvi: '2035-05-31' } } }),
      member('Five', { clenstvi: { clenstvi: { zanikClenstvi: '2026-03-01' } } }),
    ];
    const obchodniJmeno = [
      { hodnota: 'Formerly Something s.r.o.', datumZapisu: '2003-08-26', datumVymazu: '2011-02-03' },
      { hodnota: 'Imaginary Something s.r.o.', datumZapisu: '2011-02-03' },
    ];
    reply(({ path }) =>
      path.includes('-vr/') ? { zaznamy: [{ obchodniJmeno, statutarniOrgany: [{ clenoveOrganu }] }] } : subject(),
    );
    const registry = adapter('cz-10', { now: today });
    const record = await fetch(registry, '90000001');
    expect(record!.details.officers).toEqual([
      { name: 'Fictional One', title: 'Předseda' },
      { name: 'Fictional Two', title: null, endDate: '2020-05-31' },
      { name: 'Fictional Three', title: null, endDate: '2013-11-12' },
      { name: 'Fictional Four', title: null },
      { name: 'Fictional Five', title: null, endDate: '2026-03-01' },
    ]);
    const former = { name: 'Formerly Something s.r.o.', kind: 'former', from: '2003-08-26', until: '2011-02-03' };
    expect(record!.aliases).toEqual([former]);
    await expect(registry.findByNumber('90000001', never)).resolves.toMatchObject({ aliases: [former] });
  });

  it.each([
    ['112', { kind: 'domestic', basis: 'stated' }],
    ['421', { kind: 'branch', basis: 'stated' }],
    ['425', { kind: 'branch', basis: 'stated' }],
    ['422', { kind: 'foreign', basis: 'stated' }],
    [undefined, undefined],
  ])('reads the registration of the legal form %s', async (pravniForma, registration) => {
    answering(subject({ pravniForma }));
    const { records } = await search(adapter('cz-10'));
    expect(records.map(registrationOf)).toEqual([registration]);
  });

  it.each([
    ['Imaginární 1, 11000 Praha 1', true],
    ['Imaginární 12, Králův Dvůr, 26701 Králův Dvůr', false],
    ['Imaginární 3, 25242 Jesenice, okres Praha-západ', false],
  ])('decides by number whether %j is in Prague: %s', async (textovaAdresa, here) => {
    reply(({ path }) => (path.includes('-vr/') ? undefined : subject({ sidlo: { textovaAdresa } })));
    const found = await adapter('cz-10').findByNumber('90000001', never);
    expect(found && 'movedTo' in found).toBe(!here);
  });

  it.each([
    ['none', undefined, { withholds: 'seat' }],
    ['one of which only the country is given', { kodStatu: 'CZ' }, { withholds: 'seat' }],
    ['one abroad', { kodStatu: 'AT' }, { movedTo: undefined }],
    ['one in another region', { kodStatu: 'CZ', kodKraje: 60 }, { movedTo: 'cz-42' }],
  ])('reports a subject by number as withheld or elsewhere when its seat is %s', async (_, sidlo, told) => {
    reply(({ path }) => (path.includes('-vr/') ? undefined : subject({ sidlo })));
    const record = await adapter('cz-10').findByNumber('90000001', never);
    expect(record).toEqual({ id: '90000001', ...told });
  });

  it('says of a subject without a seat that it has ended, for those who know it', async () => {
    reply(({ path }) => (path.includes('-vr/') ? undefined : subject({ sidlo: undefined, datumZaniku: '2024-01-31' })));
    const withheld = { withholds: 'seat', ended: { status: 'dissolved' } };
    await expect(adapter('cz-10').findByNumber('90000001', never)).resolves.toMatchObject(withheld);
  });

  it('reports a legal form without a name here by its code', async () => {
    reply(() => ({ pocetCelkem: 1, ekonomickeSubjekty: [subject({ pravniForma: '105' })] }));
    const { records } = await search(adapter('cz-10'));
    expect(records).toMatchObject([{ entityType: 'Právní forma 105' }]);
  });
});
