import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { registrationOf } from '../../src/core/entities/verified-entity.js';
import type { Candidates, Registry } from '../../src/core/registries/ports.js';
import type { DetailedRecord, WithheldRecord } from '../../src/core/registries/record.js';
import { startRegisterDouble, type DoubleReply, type DoubleRequest, type RegisterDouble } from './register-double.js';
import { asking } from './registry.suite.js';
import { published } from '../support/published.js';

const CREDENTIALS: Credentials = { COMPANIES_HOUSE_API_KEY: 'key', ZEFIX_USERNAME: 'user', ZEFIX_PASSWORD: 'secret' };
const never = new AbortController().signal;

/** Fictional records in the format of the registers' real responses. */
describe('records as registers really send them', () => {
  let double: RegisterDouble;
  let registries: ConfiguredRegistries[] = [];
  let skipped: string[];
  let unknown: string[];
  let warned: object[];

  beforeEach(async () => {
    double = await startRegisterDouble();
    skipped = [];
    unknown = [];
    warned = [];
  });
  afterEach(async () => {
    await Promise.all(registries.map((connected) => connected.close()));
    registries = [];
    await double.close();
  });

  function connect(code: string, credentials = CREDENTIALS, now?: () => number): Required<Registry> {
    const connected = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { [code]: double.origin },
      credentials,
      pace: {},
      timeoutMs: 2_000,
      log: { warn: (message, fields) => warned.push({ message, fields }) },
      onRowSkipped: ({ source, reason }) => skipped.push(`${source}: ${reason}`),
      onUnknownStatus: ({ source, status }) => unknown.push(`${source}: ${status}`),
      ...(now && { now }),
    });
    registries.push(connected);
    return connected.of(code);
  }

  const reply = (script: (request: DoubleRequest) => object | undefined) =>
    double.replyWith((request): DoubleReply => {
      const body = script(request);
      return body === undefined ? { status: 404, body: '{}' } : { body: JSON.stringify(body) };
    });
  const search = (registry: Registry, name = 'Imaginary Something'): Promise<Candidates> =>
    registry.search(asking(name, / (?:LTD|AS|Oy|s\.r\.o\.)$/), never);
  const fetch = (registry: Registry, id: string): Promise<DetailedRecord | undefined> =>
    published(registry.fetch(id, never));
  /** Expects neither a record nor an absence, from either lookup by number. */
  const expectWithheld = async (registry: Registry, id: string, withholds: WithheldRecord['withholds']) => {
    await expect(registry.findByNumber(id, never)).resolves.toEqual({ id, withholds });
    await expect(registry.fetch(id, never)).resolves.toEqual({ id, withholds });
  };

  describe('British Columbia', () => {
    const topic = (source_id: string, name: string, status = 'ACT') => ({
      source_id,
      type: 'registration.registries.ca',
      names: [{ text: name, type: 'entity_name' }],
      attributes: [{ type: 'entity_status', value: status }],
      inactive: false,
    });

    /** Returns one page of these names, ten per page. */
    const pageOf = (names: readonly string[], query: URLSearchParams) => {
      const from = (Number(query.get('page')) - 1) * 10;
      const results = names
        .slice(from, from + 10)
        .map((name, at) => topic(`BC90${String(from + at).padStart(5, '0')}`, name));
      return { total: names.length, results };
    };
    const others = (count: number, word: string) =>
      Array.from({ length: count }, (_, at) => `NUMBER ${at} ${word} LTD.`);

    it('does not confirm an absence while each word of the name has too many hits to read', async () => {
      reply(({ query }) => pageOf(others(4_312, 'IMAGINARY SOMEWHERE'), query));
      const { complete } = await search(connect('ca-bc'));
      expect(complete).toBe(false);
      expect(double.requests.filter(({ query }) => query.get('page') !== '1')).toEqual([]);
    });

    it('confirms an absence when all hits of one word were read, whatever the words find together', async () => {
      reply(({ query }) =>
        pageOf(query.get('q') === 'SOMETHING' ? others(25, 'SOMETHING') : others(900, 'IMAGINARY'), query),
      );
      const { complete } = await search(connect('ca-bc'));
      expect(complete).toBe(true);
      const pages = double.requests.filter(({ query }) => query.get('q') === 'SOMETHING');
      expect([...new Set(pages.map(({ query }) => query.get('page')))]).toEqual(['1', '2', '3']);
    });

    it('reads further pages while names contain all words', async () => {
      const named = [...others(20, 'SOMETHING IMAGINARY'), ...others(880, 'IMAGINARY')];
      reply(({ query }) => pageOf(named, query));
      const { complete } = await search(connect('ca-bc'));
      expect(complete).toBe(false);
      const pages = double.requests.filter(({ query }) => query.get('q') === 'IMAGINARY SOMETHING');
      expect(pages.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3']);
    });

    /** The register indexes words as it writes them, dots and apostrophes included. */
    const wordsOf = (text: string): string[] => text.toUpperCase().match(/[A-Z0-9'.]*[A-Z0-9]/g) ?? [];
    const indexed = (names: readonly string[]) =>
      reply(({ query }) => {
        const asked = wordsOf(query.get('q') ?? '');
        const score = (name: string) => asked.filter((word) => wordsOf(name).includes(word)).length;
        const hits = names.filter((name) => score(name) > 0).toSorted((a, b) => score(b) - score(a));
        return pageOf(hits, query);
      });

    it.each(['HLF Images Ltd', 'H.L.F Images', 'H.L.F. IMAGES LTD.', 'H. L. F. Images Ltd'])(
      'finds initials with and without dots, behind other hits too: %s',
      async (name) => {
        indexed([...others(300, 'IMAGES'), 'H.L.F. IMAGES LTD.']);
        const query = nameQuery(name, 'ca-bc');
        const { records } = await connect('ca-bc').search(query, never);
        expect(records.map((record) => record.name)).toContain('H.L.F. IMAGES LTD.');
      },
    );

    it.each([
      ['Quillmark Kings Ltd', "QUILLMARK KING'S LTD."],
      ['OBrannigan Quillmark Ltd', "O'BRANNIGAN QUILLMARK LTD."],
      ['QMK Quillmark Ltd', 'Q M K QUILLMARK LTD.'],
    ])('finds a word with punctuation by one without it: %s', async (name, registered) => {
      indexed([...others(300, 'QUILLMARK'), registered]);
      const { records } = await connect('ca-bc').search(nameQuery(name, 'ca-bc'), never);
      expect(records.map((record) => record.name)).toContain(registered);
    });

    it('confirms an absence of initials only when all their spellings were read', async () => {
      indexed(others(300, 'IMAGES'));
      const query = nameQuery('HLF Images Ltd', 'ca-bc');
      await expect(connect('ca-bc').search(query, never)).resolves.toMatchObject({ complete: true });
      const texts = new Set(double.requests.map(({ query: asked }) => asked.get('q')));
      expect([...texts]).toEqual(expect.arrayContaining(['IMAGES', 'HLF', 'H.L.F.', 'H L F']));
    });

    it('skips a topic without a name, and counts an unlisted status word', async () => {
      const nameless = { ...topic('BC9000009', ''), names: [{ text: '900000001', type: 'business_number' }] };
      reply(() => ({ total: 3, results: [topic('BC9000001', 'A'), nameless, topic('BC9000002', 'B', 'SUS')] }));
      const { records, complete } = await search(connect('ca-bc'));
      expect(records).toMatchObject([
        { id: 'BC9000001' },
        { status: 'unknown', statusDetail: 'SUS', goodStanding: null },
      ]);
      expect(complete).toBe(false);
      expect(skipped[0]).toBe('ca-bc: a topic without an entity_name');
      expect(unknown[0]).toBe('ca-bc: SUS');
    });

    it('finds by number that record alone, not the related ones', async () => {
      reply(() => ({ total: 2, results: [topic('BC9000001', 'A'), topic('FM9000002', 'B')] }));
      const registry = connect('ca-bc');
      await expect(registry.findByNumber('FM9000002', never)).resolves.toMatchObject({ name: 'B' });
      await expect(registry.findByNumber('BC9000003', never)).resolves.toBeUndefined();
    });

    it('reports a nameless topic as withheld by number, also beside related ones', async () => {
      const nameless = { ...topic('BC9000009', ''), names: [{ text: '900000001', type: 'business_number' }] };
      reply(() => ({ total: 1, results: [nameless] }));
      await expectWithheld(connect('ca-bc'), 'BC9000009', 'name');
      reply(() => ({ total: 3, results: [topic('BC9000001', 'A'), topic('BC9000002', 'B'), nameless] }));
      await expectWithheld(connect('ca-bc'), 'BC9000009', 'name');
    });
  });

  describe('France', () => {
    const MASK = '[NON-DIFFUSIBLE]';
    const unit = (more: object = {}, office: object = {}) => ({
      siren: '000900001',
      nom_complet: 'IMAGINARY SOMETHING (IS)',
      nom_raison_sociale: 'IMAGINARY SOMETHING',
      sigle: null,
      etat_administratif: 'A',
      date_creation: '2019-05-06',
      siege: { region: '11', numero_voie: '1', libelle_voie: 'IMAGINAIRE', libelle_commune: 'PARIS', ...office },
      dirigeants: [],
      ...more,
    });
    const answering = (...results: object[]) =>
      reply(() => ({ results, total_results: results.length, total_pages: 1 }));

    it('reads the mask [NON-DIFFUSIBLE] as not published', async () => {
      answering(
        unit(
          { sigle: MASK, dirigeants: [{ nom: MASK, prenoms: MASK, qualite: MASK }, { denomination: MASK }] },
          {
            ...{ numero_voie: MASK, libelle_voie: MASK, adresse: MASK, code_postal: MASK, complement_adresse: MASK },
            ...{ nom_commercial: MASK, liste_enseignes: [MASK, 'LA FABLE'] },
          },
        ),
      );
      const record = await fetch(connect('fr-idf'), '000900001');
      expect(JSON.stringify(record)).not.toContain('DIFFUSIBLE');
      expect(record!.aliases).toEqual([{ name: 'LA FABLE', kind: 'trade' }]);
      expect(record!.details).toMatchObject({
        officers: [],
        principalAddress: { line1: null, line2: null, postalCode: null, city: 'PARIS' },
      });
    });

    it.each(['[ND]', '[nd]', '[NON DIFFUSIBLE]', 'NON-DIFFUSIBLE', 'XXXX', 'xxx', '[XXXXX]'])(
      'reads %s as not published',
      async (mask) => {
        const masked = {
          ...{ numero_voie: mask, libelle_voie: mask, adresse: mask, code_postal: mask, complement_adresse: mask },
          ...{ nom_commercial: mask, liste_enseignes: [mask, 'LA FABLE'] },
        };
        answering(unit({ sigle: mask, dirigeants: [{ nom: mask, prenoms: mask }, { denomination: mask }] }, masked));
        const record = await fetch(connect('fr-idf'), '000900001');
        expect(JSON.stringify(record)).not.toContain(mask);
        expect(record!.aliases).toEqual([{ name: 'LA FABLE', kind: 'trade' }]);
        expect(record!.details).toMatchObject({ officers: [], principalAddress: { line1: null, postalCode: null } });
        answering(unit({}, { region: mask }));
        await expectWithheld(connect('fr-idf'), '000900001', 'seat');
        answering(unit({ nom_complet: mask, nom_raison_sociale: mask }));
        await expectWithheld(connect('fr-idf'), '000900001', 'name');
      },
    );

    it('removes a masked brand from a name, and a masked line from an address', async () => {
      const office = { numero_voie: null, libelle_voie: null, adresse: '[ND] 75001 PARIS' };
      answering(unit({ nom_complet: 'ALIX FABLE ([ND])', nom_raison_sociale: null }, office));
      await expect(fetch(connect('fr-idf'), '000900001')).resolves.toMatchObject({
        name: 'ALIX FABLE',
        details: { principalAddress: { line1: null, city: 'PARIS' } },
      });
    });

    it.each(['ND', 'ND SAS', 'N.D.', 'XXX MEDIA', 'X', 'NON DIFFUSIBLE EDITIONS'])(
      'reads %s as a name',
      async (name) => {
        answering(unit({ nom_complet: name, nom_raison_sociale: name }, { nom_commercial: `${name} BIS` }));
        const record = await connect('fr-idf').findByNumber('000900001', never);
        expect(record).toMatchObject({ name, aliases: [{ name: `${name} BIS` }] });
      },
    );

    it('does not confirm an absence when a unit of the name may have its head office here', async () => {
      answering(unit({}, { region: '[ND]' }));
      const query = nameQuery('Imaginary Something', 'fr-idf');
      await expect(connect('fr-idf').search(query, never)).resolves.toEqual({ records: [], complete: false });
      const other = nameQuery('Imaginary Otherwise', 'fr-idf');
      await expect(connect('fr-idf').search(other, never)).resolves.toEqual({ records: [], complete: true });
    });

    it('does not doubt a search because of an unreadable unit with another name', async () => {
      const other = { nom_complet: 'FABULEUX AUTREMENT', nom_raison_sociale: null, etat_administratif: null };
      const broken = unit({ siren: '000900019', ...other });
      answering(broken, { ...broken, siren: '000900027' }, unit());
      const { records, complete } = await connect('fr-idf').search(nameQuery('Imaginary Something', 'fr-idf'), never);
      expect([records.map(({ id }) => id), complete]).toEqual([['000900001'], true]);
      expect(skipped).toContain('fr-idf: a record without etat_administratif');
      expect(warned).toContainEqual({
        message: 'a record of a register could not be read',
        fields: { source: 'fr-idf', reason: 'a record without etat_administratif', ours: true },
      });
    });

    it('skips units with a masked name or only nulls, and stays complete', async () => {
      const masked = unit({ siren: '000900019', nom_complet: MASK, nom_raison_sociale: MASK });
      const nulls = { siren: '000900027', nom_complet: null, etat_administratif: null, siege: {} };
      answering(masked, nulls, unit());
      const { records, complete } = await search(connect('fr-idf'), 'Imaginary Something Else');
      expect(records).toMatchObject([{ id: '000900001' }]);
      expect(complete).toBe(true);
    });

    it.each([
      ['JEANNE LAVANDE (CHEZ JEANNE)', { nom_commercial: 'CHEZ JEANNE' }, {}, []],
      ['JEANNE LAVANDE (CHEZ JEANNE) (CJ)', { nom_commercial: 'CHEZ JEANNE' }, { sigle: 'CJ' }, []],
      ['JEANNE LAVANDE (FICTIVE)', {}, {}, ['JEANNE FICTIVE']],
      ['JEANNE LAVANDE (FICTIVE) (CHEZ JEANNE)', { nom_commercial: 'CHEZ JEANNE' }, {}, ['JEANNE FICTIVE']],
    ])('reads the name of a sole trader without what is added to it: %s', async (nom_complet, office, more, born) => {
      const person = { nom_complet, nom_raison_sociale: null, nature_juridique: '1000', ...more };
      answering(unit(person, office));
      const { records } = await search(connect('fr-idf'));
      const other = (name: string) => ({ name, kind: 'trade' });
      const trade = ['sigle' in more ? 'CJ' : [], 'nom_commercial' in office ? 'CHEZ JEANNE' : []].flat();
      const aliases = [...born.map((name) => ({ name, kind: 'former' })), ...trade.map(other)];
      expect(records).toMatchObject([{ name: 'JEANNE LAVANDE', aliases }]);
    });

    it('keeps brackets in the name of a company, and reads a birth name of persons only', async () => {
      answering(unit({ nom_complet: 'LAVANDE (PARIS)', nom_raison_sociale: null, nature_juridique: '5710' }));
      expect((await search(connect('fr-idf'))).records).toMatchObject([{ name: 'LAVANDE (PARIS)', aliases: [] }]);
    });

    it('reads 1900-01-01 as an unknown formation date', async () => {
      answering(unit({ date_creation: '1900-01-01' }));
      expect((await search(connect('fr-idf'))).records).toMatchObject([{ formationDate: null }]);
    });

    it('skips a unit without a state, and is incomplete', async () => {
      answering(unit({ siren: '000900019', etat_administratif: null }), unit());
      const { records, complete } = await search(connect('fr-idf'), 'Imaginary Something Else');
      expect([records.length, complete]).toEqual([1, false]);
      expect(skipped[0]).toBe('fr-idf: a record without etat_administratif');
    });

    it('finds a head office here by number, but not one elsewhere', async () => {
      answering(unit());
      const registry = connect('fr-idf');
      await expect(registry.findByNumber('000900001', never)).resolves.toMatchObject({ id: '000900001' });
      answering(unit({}, { region: '53' }));
      const moved = { id: '000900001', movedTo: 'fr-bre' };
      await expect(registry.findByNumber('000900001', never)).resolves.toMatchObject(moved);
    });

    it.each([
      ['whose name is masked', unit({ nom_complet: MASK, nom_raison_sociale: MASK }), { withholds: 'name' }],
      ['of nulls alone', { siren: '000900001', nom_complet: null, etat_administratif: null }, { withholds: 'name' }],
      ['of no region', unit({}, { region: null }), { withholds: 'seat' }],
      [
        'of no region that is abroad',
        unit({}, { region: null, code_pays_etranger: '99109' }),
        { movedTo: undefined, place: 'PARIS' },
      ],
      [
        'that is masked and elsewhere',
        unit({ nom_complet: MASK, nom_raison_sociale: null }, { region: '53' }),
        { movedTo: 'fr-bre', place: 'PARIS' },
      ],
    ])('reports by number what is withheld or elsewhere of a unit %s', async (_, found, told) => {
      answering(found);
      const registry = connect('fr-idf');
      const expected = { id: '000900001', ...told };
      await expect(registry.findByNumber('000900001', never)).resolves.toEqual(expected);
      await expect(registry.fetch('000900001', never)).resolves.toEqual(expected);
    });
  });

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
      const { records, complete } = await search(connect('cz-10'), 'Imaginary Other');
      expect(records.map(({ id }) => id)).toEqual(['90000001', '90000010']);
      expect(complete).toBe(false);
      expect(skipped[0]).toBe('cz-10: a record without ico');
    });

    it('stays complete despite a subject abroad without an IČO', async () => {
      const { ico: _, ...abroad } = subject({ sidlo: { kodStatu: 'AT', textovaAdresa: 'Phantasieweg 1, Rakousko' } });
      answering(abroad, subject());
      const { records, complete } = await search(connect('cz-10'), 'Imaginary Other');
      expect([records.length, complete]).toEqual([1, true]);
    });

    it.each([
      ['2035-12-10', 'active', 'Aktivní, zanikne 2035-12-10', null],
      ['2026-03-01', 'dissolved', 'Zaniklý', false],
      ['2024-01-31', 'dissolved', 'Zaniklý', false],
    ])('reads an end on %s as %s', async (datumZaniku, status, statusDetail, goodStanding) => {
      answering(subject({ datumZaniku }));
      const { records } = await search(connect('cz-10', CREDENTIALS, today));
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
      const { records } = await search(connect('cz-10', CREDENTIALS, today));
      const [{ status, statusDetail, goodStanding, standingHint } = records[0]!] = records;
      expect([status, statusDetail, standingHint?.goodStanding]).toEqual(expected);
      expect(goodStanding).toBeNull();
    });

    it.each(['stavZdrojeIr', 'stavZdrojeCeu'])(
      'hints that an insolvent company is not in good standing: %s',
      async (source) => {
        answering(registered({ stavZdrojeVr: 'AKTIVNI', [source]: 'AKTIVNI' }));
        const { records } = await search(connect('cz-10', CREDENTIALS, today));
        const standingHint = { goodStanding: false, because: 'It is entered in the insolvency register.' };
        const statusDetail = 'Zapsán v insolvenčním rejstříku';
        expect(records).toMatchObject([{ status: 'active', statusDetail, goodStanding: null, standingHint }]);
        answering(registered({ stavZdrojeVr: 'AKTIVNI', [source]: 'NEEXISTUJICI' }));
        expect((await search(connect('cz-10', CREDENTIALS, today))).records[0]!.standingHint).toBeUndefined();
      },
    );

    it('reads a seat that only the source registers have, the primary one first', async () => {
      const seats = (...sidlo: object[]) => ({ sidlo: undefined, dalsiUdaje: [{ datovyZdroj: 'res' }, { sidlo }] });
      const prague = { sidlo: { kodStatu: 'CZ', kodKraje: 19, nazevObce: 'Praha' }, primarniZaznam: true };
      const teplice = { sidlo: { kodStatu: 'CZ', kodKraje: 60, nazevObce: 'Teplice' } };
      const found = async (more: object) => {
        reply(({ path }) => (path.includes('-vr/') ? undefined : subject(more)));
        const registry = connect('cz-10');
        const details = async () => (await fetch(registry, '90000001'))?.details;
        return [await registry.findByNumber('90000001', never), await details()] as const;
      };
      const elsewhere = (more: object) => {
        reply(() => subject(more));
        const registry = connect('cz-10');
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
      const registry = connect('cz-10', CREDENTIALS, today);
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
      const { records } = await search(connect('cz-10'));
      expect(records.map(registrationOf)).toEqual([registration]);
    });

    it.each([
      ['Imaginární 1, 11000 Praha 1', true],
      ['Imaginární 12, Králův Dvůr, 26701 Králův Dvůr', false],
      ['Imaginární 3, 25242 Jesenice, okres Praha-západ', false],
    ])('decides by number whether %j is in Prague: %s', async (textovaAdresa, here) => {
      reply(({ path }) => (path.includes('-vr/') ? undefined : subject({ sidlo: { textovaAdresa } })));
      const found = await connect('cz-10').findByNumber('90000001', never);
      expect(found && 'movedTo' in found).toBe(!here);
    });

    it.each([
      ['none', undefined, { withholds: 'seat' }],
      ['one of which only the country is given', { kodStatu: 'CZ' }, { withholds: 'seat' }],
      ['one abroad', { kodStatu: 'AT' }, { movedTo: undefined }],
      ['one in another region', { kodStatu: 'CZ', kodKraje: 60 }, { movedTo: 'cz-42' }],
    ])('reports a subject by number as withheld or elsewhere when its seat is %s', async (_, sidlo, told) => {
      reply(({ path }) => (path.includes('-vr/') ? undefined : subject({ sidlo })));
      const record = await connect('cz-10').findByNumber('90000001', never);
      expect(record).toEqual({ id: '90000001', ...told });
    });

    it('says of a subject without a seat that it has ended, for those who know it', async () => {
      reply(({ path }) =>
        path.includes('-vr/') ? undefined : subject({ sidlo: undefined, datumZaniku: '2024-01-31' }),
      );
      const withheld = { withholds: 'seat', ended: { status: 'dissolved' } };
      await expect(connect('cz-10').findByNumber('90000001', never)).resolves.toMatchObject(withheld);
    });
  });

  describe('Finland', () => {
    const HELSINKI = [{ city: 'HELSINKI', languageCode: '1', municipalityCode: '091' }];
    const company = (more: object = {}) => ({
      businessId: { value: '9000001-0' },
      names: [{ name: 'Imaginary Something Oy', type: '1', endDate: null }],
      addresses: [{ type: 1, postOffices: HELSINKI }],
      tradeRegisterStatus: '1',
      ...more,
    });

    it('treats an empty page as the end, unless the list is said to be longer', async () => {
      const listing = (totalResults: number) => {
        reply(({ query }) => ({ totalResults, companies: query.get('page') === '1' ? [company()] : [] }));
        return search(connect('fi-18'), 'Imaginary Other Oy');
      };
      await expect(listing(150)).resolves.toMatchObject({ complete: false });
      await expect(listing(90)).resolves.toMatchObject({ complete: true });
      reply(() => ({ totalResults: 0, companies: [] }));
      await expect(search(connect('fi-18'))).resolves.toMatchObject({ records: [], complete: true });
    });

    it('reads a ceased company by its last name and address, though both have ended', async () => {
      const ceased = company({
        names: [
          { name: 'First Something Oy', type: '1', registrationDate: '2001-01-01', endDate: '2010-01-01' },
          { name: 'Last Something Oy', type: '1', registrationDate: '2010-01-02', endDate: '2022-06-30' },
        ],
        addresses: [{ type: 1, endDate: '2022-06-30', postOffices: HELSINKI }],
        tradeRegisterStatus: '4',
        endDate: '2022-06-30',
      });
      reply(() => ({ totalResults: 2, companies: [company({ businessId: { value: '9000002-9' } }), ceased] }));
      const { records, complete } = await search(connect('fi-18'), 'Imaginary Other Oy');
      expect(records).toMatchObject([
        { id: '9000002-9' },
        {
          name: 'Last Something Oy',
          status: 'dissolved',
          aliases: [{ name: 'First Something Oy', kind: 'former', from: '2001-01-01', until: '2010-01-01' }],
        },
      ]);
      expect(complete).toBe(true);
    });

    const form = (type: string, languageCode: string, description: string, endDate: string | null = null) => ({
      type,
      endDate,
      descriptions: [{ languageCode, description }],
    });

    it.each([
      ['a branch, by its code', [form('19', '1', 'Sivuliike')], { kind: 'branch', basis: 'stated' }],
      ['a branch, by its words', [form('99', '3', 'Branch of a foreign trader')], { kind: 'branch', basis: 'stated' }],
      [
        'a company that was a branch',
        [form('19', '1', 'Sivuliike', '2020-01-01'), form('16', '3', 'Limited company')],
        undefined,
      ],
      ['a company', [form('16', '3', 'Limited company')], undefined],
      ['something without a form', [], undefined],
    ])('reads the registration of %s', async (_, companyForms, registration) => {
      reply(() => ({ totalResults: 1, companies: [company({ companyForms })] }));
      const { records } = await search(connect('fi-18'));
      expect(records.map(registrationOf)).toEqual([registration]);
    });

    it('finds a company by number', async () => {
      reply(() => ({ totalResults: 1, companies: [company()] }));
      const registry = connect('fi-18');
      await expect(registry.findByNumber('9000001-0', never)).resolves.toMatchObject({ status: 'active' });
      await expect(registry.findByNumber('9000009-0', never)).resolves.toBeUndefined();
    });

    it('withholds a company without names by number, and writes blanks for underscores in an address', async () => {
      const freeAddressLine = 'Påhittad_Väg_3_SE-00000_Ingenstans';
      const addresses = [{ type: 1, freeAddressLine, postOffices: HELSINKI }];
      reply(() => ({ totalResults: 1, companies: [company({ addresses })] }));
      const read = await fetch(connect('fi-18'), '9000001-0');
      expect(read?.details.principalAddress?.line1).toBe('Påhittad Väg 3 SE-00000 Ingenstans');
      reply(() => ({ totalResults: 1, companies: [company({ names: undefined })] }));
      await expectWithheld(connect('fi-18'), '9000001-0', 'name');
    });

    it('reports a company by number as moved when its municipality is in no town of Uusimaa', async () => {
      const postOffices = [{ city: 'TAMPERE', languageCode: '1', municipalityCode: '837' }];
      reply(() => ({ totalResults: 1, companies: [company({ addresses: [{ type: 1, postOffices }] })] }));
      const moved = { id: '9000001-0', movedTo: undefined, place: 'TAMPERE' };
      await expect(connect('fi-18').findByNumber('9000001-0', never)).resolves.toEqual(moved);
      await expect(connect('fi-18').fetch('9000001-0', never)).resolves.toEqual(moved);
    });

    it('reports the seat as withheld by number for a company without an address', async () => {
      reply(() => ({ totalResults: 1, companies: [company({ addresses: [], endDate: '2022-06-30' })] }));
      await expectWithheld(connect('fi-18'), '9000001-0', 'seat');
    });
  });

  it.each([
    [
      'fr-idf',
      {
        results: [
          {
            siren: '900000001',
            nom_complet: 'X',
            etat_administratif: 'A',
            nature_juridique: '7229',
            siege: { region: '11' },
          },
        ],
        total_results: 1,
        total_pages: 1,
      },
      'Catégorie juridique 7229',
    ],
    [
      'cz-10',
      {
        pocetCelkem: 1,
        ekonomickeSubjekty: [{ ico: '90000001', obchodniJmeno: 'X', sidlo: { kodKraje: 19 }, pravniForma: '105' }],
      },
      'Právní forma 105',
    ],
  ])('reports a legal form of %s without a name here by its code', async (code, answer, entityType) => {
    reply(() => answer);
    await expect(search(connect(code))).resolves.toMatchObject({ records: [{ entityType }] });
  });

  describe('Norway', () => {
    const unit = {
      organisasjonsnummer: '199000001',
      navn: 'IMAGINARY SOMETHING AS',
      forretningsadresse: { kommunenummer: '0301' },
    };

    it('has no address where only the number of the municipality is left', async () => {
      reply(({ path }) => (path.endsWith('/roller') ? { rollegrupper: [] } : unit));
      await expect(fetch(connect('no-03'), '199000001')).resolves.toMatchObject({
        details: { principalAddress: null },
      });
    });

    it('leaves out officers who left or were struck off', async () => {
      const role = (etternavn: string, more: object) => ({
        person: { navn: { fornavn: 'Fictional', etternavn } },
        ...more,
      });
      const roller = [
        role('One', { fratraadt: false, avregistrert: false }),
        role('Two', { fratraadt: true, avregistrert: false }),
        role('Three', { fratraadt: false, avregistrert: true }),
      ];
      reply(({ path }) => (path.endsWith('/roller') ? { rollegrupper: [{ roller }] } : unit));
      const record = await fetch(connect('no-03'), '199000001');
      expect(record!.details.officers).toEqual([{ name: 'Fictional One', title: null }]);
    });

    it('finds a unit by number in one request', async () => {
      reply(() => unit);
      await expect(connect('no-03').findByNumber('199000001', never)).resolves.toMatchObject({ id: '199000001' });
      expect(double.requests).toHaveLength(1);
    });

    it('distinguishes an unknown number, an unpublished unit and a page that is not the register’s', async () => {
      const registry = connect('no-03');
      double.replyWith(() => ({ status: 404, body: '{"status":404}' }));
      await expect(registry.findByNumber('199000001', never)).resolves.toBeUndefined();
      await expect(registry.fetch('199000001', never)).resolves.toBeUndefined();
      double.replyWith(() => ({ status: 410, body: '{"status":410}' }));
      await expectWithheld(registry, '199000001', 'record');
      double.replyWith(() => ({ status: 410, body: '<html>Gone</html>' }));
      await expect(registry.findByNumber('199000001', never)).rejects.toThrow('answered HTTP 410');
    });

    it('finds a business by the number of one of its sub-units', async () => {
      const sub = {
        organisasjonsnummer: '199000011',
        navn: 'IMAGINARY SOMETHING AVD HAVN',
        overordnetEnhet: '199000001',
      };
      const publish = (units: Record<string, object>, subUnits: Record<string, object>) =>
        reply(({ path }) => {
          const [, kind, number = ''] = /\/(enheter|underenheter)\/(\d+)$/.exec(path) ?? [];
          if (path.endsWith('/199000001/roller')) return { rollegrupper: [] };
          return (kind === 'underenheter' ? subUnits : units)[number];
        });
      const registry = connect('no-03');
      publish({ '199000001': unit }, { '199000011': sub });
      const found = { id: '199000001', name: 'IMAGINARY SOMETHING AS' };
      await expect(registry.findByNumber('199000011', never)).resolves.toMatchObject(found);
      await expect(registry.fetch('199000011', never)).resolves.toMatchObject({ ...found, details: { officers: [] } });
      await expect(registry.findByNumber('199000028', never)).resolves.toBeUndefined();
      const elsewhere = { ...unit, forretningsadresse: { kommunenummer: '4601' } };
      publish({ '199000001': elsewhere }, { '199000011': sub, '199000001': { overordnetEnhet: '199000028' } });
      const moved = { id: '199000001', movedTo: 'no-46' };
      await expect(registry.findByNumber('199000011', never)).resolves.toEqual(moved);
      await expect(registry.findByNumber('199000001', never)).resolves.toEqual(moved);
      publish({}, { '199000011': { ...sub, overordnetEnhet: undefined, slettedato: '2023-12-30' } });
      await expectWithheld(registry, '199000011', 'record');
    });

    it('answers for a deleted unit by number only if it still shows its county, or is known to be of it', async () => {
      const deleted = { ...unit, slettedato: '2024-01-31' };
      const registry = connect('no-03');
      const here = { ...deleted, forretningsadresse: { kommunenummer: '0301' } };
      reply(({ path }) => (path.endsWith('/roller') ? undefined : here));
      await expect(registry.findByNumber('199000001', never)).resolves.toMatchObject({ status: 'dissolved' });
      reply(() => ({ ...deleted, forretningsadresse: { kommunenummer: '4601', kommune: 'BERGEN' } }));
      const moved = { id: '199000001', movedTo: 'no-46', place: 'BERGEN' };
      await expect(registry.findByNumber('199000001', never)).resolves.toEqual(moved);
      reply(({ path }) => (path.endsWith('/roller') ? undefined : { ...deleted, forretningsadresse: undefined }));
      const ended = { status: 'dissolved', name: 'IMAGINARY SOMETHING AS' };
      const withheld = { id: '199000001', withholds: 'seat', ended };
      await expect(registry.findByNumber('199000001', never)).resolves.toMatchObject(withheld);
      await expect(registry.fetch('199000001', never)).resolves.toMatchObject(ended);
    });

    it('reports the seat as withheld by number for a unit without a business address', async () => {
      const { forretningsadresse: _, ...unplaced } = unit;
      reply(() => ({ ...unplaced, postadresse: { kommunenummer: '0301' } }));
      await expectWithheld(connect('no-03'), '199000001', 'seat');
      reply(() => ({ ...unit, forretningsadresse: { landkode: 'SE', land: 'Sverige' } }));
      const abroad = { id: '199000001', movedTo: undefined, place: 'Sverige' };
      await expect(connect('no-03').findByNumber('199000001', never)).resolves.toEqual(abroad);
    });
  });

  describe('Companies House', () => {
    const item = (company_number: string) => ({
      title: 'IMAGINARY SOMETHING LTD',
      company_number,
      company_status: 'active',
    });

    it.each([
      ['gb-eaw', ['00000001', 'OC000002', 'SE000003', 'FC000004', 'BR000005', 'RS000006', 'CE000007', 'OE000008']],
      ['gb-sct', ['SC000001', 'SO000002', 'SL000003', 'CS000004', 'ES000005', 'GS000006', 'SF000007', 'SP000008']],
      ['gb-nir', ['NI000001', 'NC000002', 'R0000003', 'GN000004', 'EN000005', 'NF000006', 'NL000007']],
    ])('recognises %s by its prefixes', async (code, own) => {
      const all = [
        '00000001',
        'OC000002',
        'SE000003',
        'FC000004',
        'BR000005',
        'RS000006',
        'CE000007',
        'OE000008',
      ].concat(
        ['SC000001', 'SO000002', 'SL000003', 'CS000004', 'ES000005', 'GS000006', 'SF000007', 'SP000008'],
        ['NI000001', 'NC000002', 'R0000003', 'GN000004', 'EN000005', 'NF000006', 'NL000007'],
      );
      reply(({ path }) => (path === '/search/companies' ? { items: all.map(item) } : undefined));
      const { records } = await search(connect(code), 'Imaginary Other LTD');
      expect(records.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
    });

    it('reads the ranked search too when a name has too many hits, and is incomplete', async () => {
      const named = (id: string) => ({ ...item(id), company_name: 'IMAGINARY SOMETHING LTD' });
      reply(({ path }) =>
        path === '/search/companies' ? { items: [item('00000002')] } : { items: [named('00000001')], hits: '2001' },
      );
      const { records, complete } = await search(connect('gb-eaw'), 'Imaginary Something LTD');
      expect(records.map(({ id }) => id).toSorted()).toEqual(['00000001', '00000002']);
      expect(complete).toBe(false);
      expect(double.requests).toHaveLength(2);
    });

    it('is incomplete when the ranked search alone returns a full hundred hits', async () => {
      const ranked = (count: number) => Array.from({ length: count }, (_, at) => item(String(at + 1).padStart(8, '0')));
      for (const [count, isWhole] of [
        [99, true],
        [100, false],
      ] as const) {
        reply(({ path }) => (path === '/search/companies' ? { items: ranked(count) } : { items: [], hits: 0 }));
        const { complete } = await search(connect('gb-eaw'), 'Imaginary Something LTD');
        expect(complete).toBe(isWhole);
      }
    });

    it('skips an unreadable hit of the ranked search, and is incomplete', async () => {
      const { title: _, ...untitled } = item('00000002');
      reply(({ path }) => (path === '/search/companies' ? { items: [item('00000001'), untitled] } : undefined));
      const { records, complete } = await search(connect('gb-eaw'), 'Imaginary Other LTD');
      expect(records.map(({ id }) => id)).toEqual(['00000001']);
      expect(complete).toBe(false);
      expect(skipped).toContain('gb-eaw: a record without title');
    });

    it('does not confirm an absence when the only ranked hit cannot be read', async () => {
      const { title: _, ...untitled } = item('00000002');
      reply(({ path }) => (path === '/search/companies' ? { items: [untitled] } : undefined));
      await expect(search(connect('gb-eaw'), 'Imaginary Other LTD')).resolves.toEqual({ records: [], complete: false });
    });

    it('reads officers to the last page', async () => {
      const officer = (at: number) => ({ name: `FICTIONAL, Officer ${at}`, officer_role: 'director' });
      reply(({ path, query }) => {
        if (path.endsWith('/filing-history')) return { items: [], total_count: 0 };
        if (!path.endsWith('/officers')) return { ...item('00000001'), company_name: 'X LTD', type: 'ltd' };
        const start = Number(query.get('start_index') ?? 0);
        const items = Array.from({ length: Math.min(100, 230 - start) }, (_, at) => officer(start + at));
        return { items, total_results: 230 };
      });
      const record = await fetch(connect('gb-eaw'), '00000001');
      expect(new Set(record!.details.officers!.map(({ name }) => name)).size).toBe(230);
    });

    it.each([
      ['dissolved', '2022-06-30', ['2022-06-30', '2015-01-02']],
      ['converted-closed', '2022-06-30', ['2022-06-30', '2015-01-02']],
      ['dissolved', undefined, [undefined, '2015-01-02']],
      ['active', '2022-06-30', [undefined, '2015-01-02']],
      ['liquidation', undefined, [undefined, '2015-01-02']],
    ])('ends an office with the company: %s on %s', async (company_status, date_of_cessation, ends) => {
      const items = [{ name: 'FICTIONAL, One' }, { name: 'FICTIONAL, Two', resigned_on: '2015-01-02' }];
      reply(({ path }) => {
        if (path.endsWith('/filing-history')) return { items: [], total_count: 0 };
        if (path.endsWith('/officers')) return { items, total_results: 2 };
        return { ...item('00000001'), company_name: 'X LTD', type: 'ltd', company_status, date_of_cessation };
      });
      const record = await fetch(connect('gb-eaw'), '00000001');
      expect(record!.details.officers!.map(({ endDate }) => endDate)).toEqual(ends);
    });

    it('returns former names with their days by number', async () => {
      const previous_company_names = [
        { name: 'FORMERLY SOMETHING LTD', effective_from: '2001-02-03', ceased_on: '2016-05-20' },
      ];
      reply(() => ({ ...item('00000001'), company_name: 'X LTD', type: 'ltd', previous_company_names }));
      await expect(connect('gb-eaw').findByNumber('00000001', never)).resolves.toMatchObject({
        aliases: [{ name: 'FORMERLY SOMETHING LTD', kind: 'former', from: '2001-02-03', until: '2016-05-20' }],
      });
      expect(double.requests).toHaveLength(1);
    });

    it('sends two requests for a name that it does not have', async () => {
      reply(({ path }) => (path === '/search/companies' ? { items: [] } : undefined));
      const answer = await search(connect('gb-eaw'), 'Imaginary Umbrella Repairs of Nowhere LTD');
      expect(answer).toEqual({ records: [], complete: true });
      expect(double.requests).toHaveLength(2);
    });

    it('hints at bad standing from overdue papers, and says why', async () => {
      reply(() => ({ ...item('00000001'), company_name: 'X LTD', type: 'ltd', accounts: { overdue: true } }));
      await expect(connect('gb-eaw').findByNumber('00000001', never)).resolves.toMatchObject({
        goodStanding: null,
        standingHint: { goodStanding: false, because: expect.stringContaining('overdue') },
      });
    });
  });

  describe('Zefix', () => {
    const company = (more: object = {}) => ({
      uid: 'CHE900000001',
      name: 'Imaginary Something AG',
      canton: 'ZH',
      status: 'ACTIVE',
      ...more,
    });

    it('skips a company without a UID, and is incomplete', async () => {
      const { uid: _, ...without } = company();
      reply(() => [without, company(), company({ uid: 'CHE900000002' })]);
      const { records, complete } = await search(connect('ch-zh'), 'Imaginary Other AG');
      expect([records.length, complete]).toEqual([2, false]);
      expect(skipped[0]).toBe('ch-zh: a record without uid');
    });

    it.each([200, 400])('is incomplete for words that Zefix does not search for (HTTP %i)', async (status) => {
      const body = JSON.stringify({ error: { type: 'INVALID_QUERY_WORDS', message: 'invalid words' } });
      double.replyWith(() => ({ status, body }));
      await expect(search(connect('ch-zh'))).resolves.toEqual({ records: [], complete: false });
    });

    it('gives no hint of standing for an unlisted status word', async () => {
      reply(() => [company({ status: 'SUSPENDED' })]);
      const { records } = await search(connect('ch-zh'));
      expect(records).toMatchObject([{ status: 'unknown', statusDetail: 'SUSPENDED', goodStanding: null }]);
      expect(records[0]).not.toHaveProperty('standingHint');
      expect(unknown[0]).toBe('ch-zh: SUSPENDED');
    });

    it('prefers the active entry of a UID to an older one', async () => {
      reply(() => [company({ status: 'CANCELLED', name: 'Older Something AG' }), company()]);
      const { records } = await search(connect('ch-zh'));
      expect(records).toMatchObject([{ status: 'active', name: 'Imaginary Something AG' }]);
    });

    it('reports a missing canton or name as withheld by number, not as an absence', async () => {
      reply(() => [company({ canton: null })]);
      await expectWithheld(connect('ch-zh'), 'CHE900000001', 'seat');
      const { name: _, ...nameless } = company();
      reply(() => [nameless]);
      await expectWithheld(connect('ch-zh'), 'CHE900000001', 'name');
    });

    it('reports a company of another canton by number as moved, whatever entry it left here', async () => {
      const moved = { id: 'CHE900000001', movedTo: 'ch-zg', place: 'Zug' };
      const living = company({ canton: 'ZG', legalSeat: 'Zug' });
      for (const entries of [[living], [company({ status: 'CANCELLED' }), living]]) {
        reply(() => entries);
        await expect(connect('ch-zh').findByNumber('CHE900000001', never)).resolves.toEqual(moved);
        await expect(connect('ch-zh').fetch('CHE900000001', never)).resolves.toEqual(moved);
      }
      reply(() => [company(), { ...living, status: 'CANCELLED' }]);
      await expect(connect('ch-zh').findByNumber('CHE900000001', never)).resolves.toMatchObject({ status: 'active' });
    });

    it('prefers by number the entry of the canton to an older one without a canton', async () => {
      const { canton: _, ...unplaced } = company({ status: 'CANCELLED', name: 'Older Something AG' });
      reply(() => [unplaced, company()]);
      await expect(connect('ch-zh').findByNumber('CHE900000001', never)).resolves.toMatchObject({
        name: 'Imaginary Something AG',
      });
    });

    it('returns former and translated names by number', async () => {
      const oldNames = [{ name: 'Formerly Something AG', sequenceNr: 1, translation: [] }, { sequenceNr: 2 }];
      reply(() => [company({ oldNames, translation: ['Imaginary Something SA', 'Imaginary Something AG'] })]);
      await expect(connect('ch-zh').findByNumber('CHE900000001', never)).resolves.toMatchObject({
        aliases: [
          { name: 'Formerly Something AG', kind: 'former' },
          { name: 'Imaginary Something SA', kind: 'trade' },
        ],
      });
    });
  });

  describe('LINDAS', () => {
    const binding = (name: string, uid = 'CHE900000001') => ({
      legalName: { value: name },
      uid: { value: uid },
      region: { value: 'ZH' },
    });

    it('returns one company when its name is listed in several languages', async () => {
      const bindings = [
        binding('Imaginary Something AG'),
        binding('Imaginary Something SA'),
        binding('Imaginary Something SA'),
      ];
      reply(() => ({ results: { bindings } }));
      const registry = connect('ch-zh', {});
      const aliases = [{ name: 'Imaginary Something SA', kind: 'trade' }];
      for (const asked of ['Imaginary Something AG', 'Imaginary Other AG']) {
        const { records } = await search(registry, asked);
        expect(records).toEqual([expect.objectContaining({ name: 'Imaginary Something AG', aliases })]);
      }
      await expect(fetch(registry, 'CHE900000001')).resolves.toMatchObject({ aliases });
    });
    const queries = () => double.requests.map(({ query }) => query.get('query') ?? '');

    it('searches inside names and for their beginning, with each filter in a limited subquery', async () => {
      reply(() => ({ results: { bindings: [binding('The Imaginary Something AG')] } }));
      await search(connect('ch-zh', {}));
      for (const filter of ['STRSTARTS', 'CONTAINS']) {
        const query = queries().find((each) => each.includes(filter));
        expect(query).toMatch(/\{ SELECT \?company WHERE \{[^]*FILTER\([^]*\} ORDER BY \?company LIMIT \d+/);
      }
      for (const query of queries()) expect(query.indexOf('OPTIONAL')).toBeGreaterThan(query.indexOf('LIMIT'));
    });

    it('returns a row for every company found, so that fewer rows than the limit are all of them', async () => {
      reply(() => ({ results: { bindings: [] } }));
      await search(connect('ch-zh', {}));
      for (const query of queries()) {
        const demanded = query.replace(/OPTIONAL \{[^{}]*\}/g, '');
        expect(demanded).not.toMatch(/additionalType|CompanyUID/);
        expect(query).toMatch(/OPTIONAL \{[^{}]*additionalType[^{}]*\}[^]*OPTIONAL \{[^{}]*CompanyUID[^{}]*\}/);
      }
      const { uid: _, ...unnumbered } = binding('Imaginary Something AG');
      reply(() => ({ results: { bindings: [unnumbered, binding('Imaginary Otherwise AG')] } }));
      const query = nameQuery('Imaginary Something AG', 'ch-zh');
      await expect(connect('ch-zh', {}).search(query, never)).resolves.toMatchObject({ complete: false });
      expect(skipped).toContain('ch-zh: a company without uid');
    });

    it('searches for every legal form at once, inside names and at their beginning', async () => {
      const names = [binding('Imaginary Something AG'), binding('Imaginary Something', 'CHE900000002')];
      reply(() => ({ results: { bindings: names } }));
      const query = nameQuery('Imaginary Something AG', 'ch-zh');
      const { records, complete } = await connect('ch-zh', {}).search(query, never);
      expect([records.length, complete, double.requests.length]).toEqual([2, true, 2]);
      expect(queries().join('\n')).toContain('STRSTARTS(LCASE(?legalName), "imaginary something")');
    });

    it('starts from the identifier, without any filter, when searching by number', async () => {
      reply(() => ({ results: { bindings: [binding('Imaginary Something AG in Liquidation')] } }));
      const found = await connect('ch-zh', {}).findByNumber('CHE900000001', never);
      expect(found).toMatchObject({ id: 'CHE900000001', goodStanding: null, standingHint: { goodStanding: false } });
      expect(queries()[0]).toContain('schema:value "CHE900000001"');
      expect(queries()[0]).not.toContain('FILTER');
    });

    it.each([
      ['a name', [{ region: { value: 'ZH' } }], { withholds: 'name' }],
      ['a canton', [{ legalName: { value: 'Imaginary Something AG' } }], { withholds: 'seat' }],
      ['anything', [{}], { withholds: 'seat' }],
      ['its canton being Zürich', [{ region: { value: 'ZG' } }], { movedTo: 'ch-zg' }],
      ['being there', [], undefined],
    ])('reports by number what is withheld of a company without %s', async (_, bindings, told) => {
      reply(() => ({ results: { bindings } }));
      const registry = connect('ch-zh', {});
      const expected = told && { id: 'CHE900000001', ...told };
      await expect(registry.findByNumber('CHE900000001', never)).resolves.toEqual(expected);
      await expect(registry.fetch('CHE900000001', never)).resolves.toEqual(expected);
    });

    it('skips a company without a UID, and is incomplete', async () => {
      const bindings = [{ legalName: { value: 'X AG' } }, binding('A AG'), binding('B AG', 'CHE900000002')];
      reply(() => ({ results: { bindings } }));
      const { records, complete } = await search(connect('ch-zh', {}), 'Imaginary Other AG');
      expect([records.length, complete]).toEqual([2, false]);
    });
  });
});
