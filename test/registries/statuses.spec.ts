import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { registrationOf } from '../../src/core/entities/verified-entity.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import type { DetailedRecord, RegisterRecord } from '../../src/core/registries/record.js';
import { startRegisterDouble, type DoubleRequest, type RegisterDouble } from './register-double.js';
import { asking } from './registry.suite.js';
import { published } from '../support/published.js';

const CREDENTIALS: Credentials = {
  texasApiKey: 'secret-key',
  companiesHouseApiKey: 'secret-key',
  zefix: { username: 'user', password: 'secret' },
};
const never = new AbortController().signal;

describe('what registers say, in our words', () => {
  let double: RegisterDouble;
  let registries: ConfiguredRegistries | undefined;
  let skipped: { source: string; reason: string }[];
  let unknown: { source: string; status: string }[];

  beforeEach(async () => {
    double = await startRegisterDouble();
    skipped = [];
    unknown = [];
  });
  afterEach(async () => {
    await registries?.close();
    registries = undefined;
    await double.close();
  });

  function connect(code: string): ConfiguredRegistries {
    registries ??= new ConfiguredRegistries({
      mode: 'live',
      urls: { [code]: double.origin },
      credentials: CREDENTIALS,
      pace: {},
      timeoutMs: 2_000,
      log: { warn: () => undefined },
      onRowSkipped: (row) => skipped.push(row),
      onUnknownStatus: (word) => unknown.push(word),
    });
    return registries;
  }

  async function listed(code: string, answer: object): Promise<RegisterRecord[]> {
    double.replyWith(() => ({ body: JSON.stringify(answer) }));
    return (await connect(code).of(code).search(asking('Imaginary Something'), never)).records;
  }

  async function fetched(
    code: string,
    id: string,
    answers: Record<string, object>,
  ): Promise<DetailedRecord | undefined> {
    const answerTo = ({ path }: DoubleRequest) => Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
    double.replyWith((request) => {
      const answer = answerTo(request);
      return answer ? { body: JSON.stringify(answer) } : { status: 404, body: '{}' };
    });
    return published(connect(code).of(code).fetch(id, never));
  }

  /** Standing that is only inferred is given as a hint. */
  const told = ({ status, statusDetail, goodStanding, standingHint }: RegisterRecord) => [
    status,
    statusDetail,
    standingHint && goodStanding === null ? { hint: standingHint.goodStanding } : goodStanding,
  ];
  const DENIED = { hint: false };

  it.each<[string, (word: string) => object]>([
    ['us-co', (word) => [{ entityid: '1', entityname: 'Imaginary Something', entitystatus: word }]],
    ['us-ct', (word) => [{ accountnumber: '1', name: 'Imaginary Something', status: word }]],
    ['us-tx', (word) => [{ taxpayer_number: '1', taxpayer_name: 'Imaginary Something', sos_status_code: word }]],
    [
      'us-dc',
      (word) => ({
        features: [{ attributes: { FILE_NUMBER: '1', BUSINESS_NAME: 'Imaginary Something', ENTITY_STATUS: word } }],
      }),
    ],
  ])('a status word of %s that is not known is unknown, without standing, and counted', async (code, answer) => {
    const [record] = await listed(code, answer('Paused'));
    expect(record).toMatchObject({ status: 'unknown', goodStanding: null });
    expect(new Set(unknown.map(({ source, status }) => `${source}: ${status}`))).toEqual(new Set([`${code}: Paused`]));
  });

  describe('Texas', () => {
    const row = (sos: string | undefined, right: string | undefined) => ({
      taxpayer_number: '32000000001',
      taxpayer_name: 'IMAGINARY SOMETHING LLC',
      taxpayer_organizational_type: 'CL',
      sos_charter_date: '20050113',
      ...(sos && { sos_status_code: sos }),
      ...(right && { right_to_transact_business_code: right }),
    });

    it.each([
      ['A', 'A', ['active', 'Active', true]],
      ['R', 'D', ['active', 'Reinstated', true]],
      ['A', 'N', ['suspended', 'Right to transact business: Forfeited', false]],
      ['A', 'U', ['active', 'Active', null]],
      ['F', 'A', ['suspended', 'Forfeited franchise tax', false]],
      ['T', 'I', ['dissolved', 'Terminated', false]],
      ['M', 'A', ['merged', 'Merged', false]],
      [undefined, 'A', ['active', 'Active', true]],
      [undefined, undefined, ['unknown', null, null]],
      ['G', undefined, ['unknown', 'Miscellaneous', null]],
    ] as const)('state %s with right %s', async (sos, right, expected) => {
      const [record] = await listed('us-tx', [row(sos, right)]);
      expect(told(record!)).toEqual(expected);
      expect(record).toMatchObject({ formationDate: '2005-01-13', domestic: true });
    });

    it.each([
      ['CL', { kind: 'domestic', basis: 'stated' }],
      ['CF', { kind: 'foreign', basis: 'stated' }],
      ['PF', { kind: 'foreign', basis: 'stated' }],
      ['AB', undefined],
    ])('says of the organizational type %s how it is registered', async (type, registration) => {
      const [record] = await listed('us-tx', [{ ...row('A', 'A'), taxpayer_organizational_type: type }]);
      expect(registrationOf(record!)).toEqual(registration);
    });

    it.each([
      ['A', 'A', 'tax'],
      ['A', 'N', 'tax'],
      ['F', 'A', 'tax'],
      ['T', 'I', undefined],
      ['M', 'A', undefined],
      ['A', 'U', undefined],
    ])('state %s with right %s: what the standing is about is %s', async (sos, right, basis) => {
      const [record] = await listed('us-tx', [row(sos, right)]);
      expect(record!.standingBasis).toBe(basis);
    });

    it('is asked by the number of the taxpayer or by the file number', async () => {
      double.replyWith(() => ({ body: JSON.stringify([row('A', 'A')]) }));
      await expect(connect('us-tx').of('us-tx').findByNumber('0800000001', never)).resolves.toMatchObject({
        id: '32000000001',
      });
      expect(double.requests[0]!.query.get('$where')).toBe(
        "(taxpayer_number='0800000001' or secretary_of_state_sos_or_coa_file_number='0800000001')",
      );
    });

    it('sends the key to the franchise tax service alone', async () => {
      const data = {
        taxpayerId: '32000000001',
        officerInfo: [{ AGNT_NM: 'FICTIONAL OFFICER 1', AGNT_TITL_TX: 'MANAGER' }],
      };
      const record = await fetched('us-tx', '32000000001', {
        '9cir-efmm.json': [row('A', 'A')],
        '/franchise-tax/32000000001': { success: true, data },
      });
      expect(record!.details).toEqual({
        registeredAgent: null,
        officers: [{ name: 'FICTIONAL OFFICER 1', title: 'MANAGER' }],
        principalAddress: null,
        filingHistorySummary: null,
      });
      expect(double.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, 'secret-key']);
    });
  });

  describe('the District of Columbia', () => {
    it.each([
      ['Active - In Good Standing', 'active', true],
      ['Active - Not in Good Standing', 'active', false],
      ['Revoked', 'revoked', false],
      ['Inactive - Cancelled', 'inactive', false],
      ['Something New', 'unknown', null],
    ])('%s', async (word, status, goodStanding) => {
      const attributes = {
        FILE_NUMBER: 'L1',
        BUSINESS_NAME: 'Imaginary Something',
        SUFFIX: 'LLC',
        ENTITY_STATUS: word,
      };
      const [record] = await listed('us-dc', { features: [{ attributes }] });
      expect(told(record!)).toEqual([status, word, goodStanding]);
      expect(record!.name).toBe('Imaginary Something LLC');
    });

    const listing = (number: number) => ({
      attributes: { FILE_NUMBER: `L${number}`, BUSINESS_NAME: `Imaginary ${number} LLC`, ENTITY_STATUS: 'Revoked' },
    });

    it('goes on by the rows received when the server sends fewer than it was asked for, and misses none', async () => {
      const all = Array.from({ length: 2_300 }, (_, at) => listing(at));
      double.replyWith(({ path, query }) => {
        const from = Number(query.get('resultOffset') ?? 0);
        const rows = path.endsWith('/0/query') ? all : [];
        const page = rows.slice(from, from + 400);
        return { body: JSON.stringify({ features: page, exceededTransferLimit: from + page.length < rows.length }) };
      });
      const { records, complete } = await connect('us-dc').of('us-dc').search(asking('Imaginary Something'), never);
      expect(records).toHaveLength(all.length);
      expect(complete).toBe(true);
    });

    it('leaves out a row without a name, counts it, and is not complete; an empty status is unknown', async () => {
      const { BUSINESS_NAME: _, ...nameless } = listing(1).attributes;
      const features = [
        { attributes: nameless },
        listing(2),
        { attributes: { ...listing(3).attributes, ENTITY_STATUS: null } },
      ];
      double.replyWith(() => ({ body: JSON.stringify({ features }) }));
      const { records, complete } = await connect('us-dc').of('us-dc').search(asking('Imaginary Something'), never);
      expect(records.map(({ id, status }) => [id, status])).toEqual([
        ['L2', 'revoked'],
        ['L3', 'unknown'],
      ]);
      expect(complete).toBe(false);
      expect(skipped).toContainEqual({ source: 'us-dc', reason: 'a record without BUSINESS_NAME' });
    });

    it('knows trade names that are borne, with their day, and none that have ended', async () => {
      const tradeName = (name: string, status: string) => ({
        attributes: {
          TRADE_NAME: name,
          TRADENAME_STATUS: status,
          INITIAL_FILENUMBER: 'L1',
          EFFECTIVE_DATE: Date.UTC(2015, 2, 2, 5),
        },
      });
      const names = [
        tradeName('Nowhere Lights', 'Active Trade Name'),
        tradeName('Gone Lights', 'Cancelled Trade Name'),
      ];
      const answers = { '/0/query': { features: [listing(1)] }, '/1/query': { features: names } };
      const aliases = [{ name: 'Nowhere Lights', kind: 'trade', from: '2015-03-02' }];
      await expect(fetched('us-dc', 'L1', answers)).resolves.toMatchObject({ aliases });
      await expect(connect('us-dc').of('us-dc').findByNumber('L1', never)).resolves.toMatchObject({ aliases });
    });

    it.each([
      [Date.UTC(2015, 2, 2, 5), '2015-03-02'],
      [Date.UTC(2015, 6, 2, 4), '2015-07-02'],
      [Date.UTC(2015, 2, 2), '2015-03-02'],
      [Date.UTC(1931, 0, 1, 5), '1931-01-01'],
    ])('reads %d as a day in Washington', async (milliseconds, day) => {
      const attributes = {
        FILE_NUMBER: 'L1',
        BUSINESS_NAME: 'X LLC',
        ENTITY_STATUS: 'Revoked',
        EFFECTIVE_DATE: milliseconds,
      };
      const [record] = await listed('us-dc', { features: [{ attributes }] });
      expect(record!.formationDate).toBe(day);
    });
  });

  describe('Companies House', () => {
    const profile = (more: object) => ({
      '/company/00000001': {
        company_name: 'IMAGINARY SOMETHING LTD',
        company_number: '00000001',
        type: 'ltd',
        ...more,
      },
      '/officers': {
        items: [
          { name: 'ONE, Fictional', officer_role: 'director' },
          { name: 'TWO, Fictional', officer_role: 'secretary', resigned_on: '2020-01-31' },
        ],
      },
    });

    it.each([
      [{ company_status: 'active' }, ['active', 'active', null]],
      [{ company_status: 'active', accounts: { overdue: true } }, ['active', 'active', DENIED]],
      [
        { company_status: 'active', company_status_detail: 'active-proposal-to-strike-off' },
        ['active', 'active-proposal-to-strike-off', DENIED],
      ],
      [{ company_status: 'liquidation' }, ['active', 'liquidation', DENIED]],
      [{ company_status: 'dissolved' }, ['dissolved', 'dissolved', false]],
      [{ company_status: 'something-new' }, ['unknown', 'something-new', null]],
    ])('%j', async (more, expected) => {
      const record = await fetched('gb-eaw', '00000001', profile(more));
      expect(told(record!)).toEqual(expected);
      expect(record!.details.officers).toEqual([
        { name: 'ONE, Fictional', title: 'director' },
        { name: 'TWO, Fictional', title: 'secretary', endDate: '2020-01-31' },
      ]);
      expect(record!.details.filingHistorySummary).toBeNull();
    });

    it('believes the profile before the prefix', async () => {
      const more = { company_status: 'active', jurisdiction: 'scotland' };
      await expect(fetched('gb-eaw', '00000001', profile(more))).resolves.toBeUndefined();
    });

    it('tells the registers apart by the number, pads it, and sends the key', async () => {
      const items = ['1', 'SC000002', 'NI000003', 'OC000004', 'R0000005'].map((number) => ({
        title: 'IMAGINARY SOMETHING LTD',
        company_number: number,
        company_status: 'active',
      }));
      double.replyWith(({ path }) =>
        path === '/search/companies'
          ? { body: JSON.stringify({ items }) }
          : { status: 404, body: JSON.stringify({ errors: [{ error: 'no-results' }] }) },
      );
      const { records } = await connect('gb-eaw').of('gb-eaw').search(asking('Imaginary Something'), never);
      expect(records.map(({ id }) => id)).toEqual(['00000001', 'OC000004']);
      expect(double.requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('secret-key:').toString('base64')}`);
    });
  });

  describe('Norway', () => {
    const unit = (more: object) => ({
      organisasjonsnummer: '999000001',
      navn: 'IMAGINARY SOMETHING AS',
      forretningsadresse: { kommunenummer: '0301' },
      ...more,
    });

    it.each([
      [{}, ['active', null, null]],
      [{ konkurs: true }, ['active', 'Konkurs', DENIED]],
      [{ underAvvikling: true }, ['active', 'Under avvikling', DENIED]],
      [{ slettedato: '2024-01-31' }, ['dissolved', 'Slettet', false]],
    ])('%j', async (more, expected) => {
      const page = { totalPages: 1 };
      const [record] = await listed('no-03', { _embedded: { enheter: [unit(more)] }, page });
      expect(told(record!)).toEqual(expected);
    });

    it('knows a deleted unit although its address is gone, and nobody who has left', async () => {
      const role = (etternavn: string, fratraadt: boolean) => ({
        type: { beskrivelse: 'Styremedlem' },
        person: { fodselsdato: '1970-01-01', navn: { fornavn: 'Fictional', etternavn } },
        fratraadt,
      });
      const record = await fetched('no-03', '999000001', {
        '/enheter/999000001': unit({ slettedato: '2024-01-31', forretningsadresse: undefined }),
        '/roller': { rollegrupper: [{ roller: [role('One', false), role('Two', true)] }] },
      });
      expect(record).toMatchObject({ status: 'dissolved', details: { principalAddress: null } });
      expect(record!.details.officers).toEqual([{ name: 'Fictional One', title: 'Styremedlem' }]);
    });
  });

  describe('Finland', () => {
    const company = (more: object) => ({
      businessId: { value: '9000001-0' },
      names: [
        { name: 'Imaginary Something Oy', type: '1', endDate: null },
        { name: 'Formerly Something Oy', type: '1', endDate: '2016-05-20' },
      ],
      addresses: [{ type: 1, postOffices: [{ city: 'ESPOO', languageCode: '1', municipalityCode: '049' }] }],
      tradeRegisterStatus: '1',
      status: '2',
      ...more,
    });

    it.each([
      [{}, ['active', 'Registered', null]],
      [{ companySituations: [{ type: 'KONK', endDate: null }] }, ['active', 'Bankruptcy', DENIED]],
      [{ companySituations: [{ type: 'SANE', endDate: '2020-01-01' }] }, ['active', 'Registered', null]],
      [{ tradeRegisterStatus: '4' }, ['dissolved', 'Ceased', false]],
      [{ endDate: '2022-06-30' }, ['dissolved', 'Ceased', false]],
    ])('%j', async (more, expected) => {
      const [record] = await listed('fi-18', { totalResults: 1, companies: [company(more)] });
      expect(told(record!)).toEqual(expected);
      expect(record!.aliases).toEqual([{ name: 'Formerly Something Oy', kind: 'former', until: '2016-05-20' }]);
    });

    it('leaves out what is in no municipality of Uusimaa', async () => {
      const elsewhere = [{ type: 1, postOffices: [{ city: 'TAMPERE', languageCode: '1', municipalityCode: '837' }] }];
      const companies = [company({ addresses: elsewhere }), company({ addresses: [] })];
      await expect(listed('fi-18', { totalResults: 2, companies })).resolves.toEqual([]);
    });
  });

  it('Czechia says when an officer left, and takes an address without a region for where it was found', async () => {
    const member = (prijmeni: string, more: object) => ({
      fyzickaOsoba: { jmeno: 'Fictional', prijmeni, datumNarozeni: '1970-01-01' },
      nazevAngazma: 'Člen',
      ...more,
    });
    const record = await fetched('cz-10', '90000001', {
      '/ekonomicke-subjekty/90000001': {
        ico: '90000001',
        obchodniJmeno: 'X s.r.o.',
        sidlo: { textovaAdresa: 'Praha 1' },
      },
      '/ekonomicke-subjekty-vr/90000001': {
        zaznamy: [
          { statutarniOrgany: [{ clenoveOrganu: [member('One', {}), member('Two', { datumVymazu: '2013-11-12' })] }] },
        ],
      },
    });
    expect(record!.details).toMatchObject({
      officers: [
        { name: 'Fictional One', title: 'Člen' },
        { name: 'Fictional Two', title: 'Člen', endDate: '2013-11-12' },
      ],
      principalAddress: { line1: 'Praha 1' },
    });
  });

  it('France leaves out a company whose head office is elsewhere, whatever establishment it has here', async () => {
    const unit = (siren: string, region: string) => ({
      siren,
      nom_complet: 'IMAGINARY SOMETHING (BRAND)',
      nom_raison_sociale: 'IMAGINARY SOMETHING',
      etat_administratif: 'A',
      siege: { region },
      matching_etablissements: [{ region: '11' }],
    });
    const results = [unit('900000001', '11'), unit('900000002', '93')];
    const records = await listed('fr-idf', { results, total_pages: 1 });
    expect(records).toMatchObject([{ id: '900000001', name: 'IMAGINARY SOMETHING' }]);
  });

  it('Zefix hints at the standing of a company in liquidation, and sends the login', async () => {
    const records = await listed('ch-zh', [
      { uid: 'CHE900000001', name: 'Imaginary AG in Liquidation', status: 'ACTIVE' },
    ]);
    expect(told(records[0]!)).toEqual(['active', 'In liquidation', DENIED]);
    expect(double.requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('user:secret').toString('base64')}`);
  });

  it('British Columbia reads historical entities, assumed names and no business number', async () => {
    const topic = {
      source_id: 'BC9000001',
      names: [
        { text: 'IMAGINARY SOMETHING LTD.', type: 'entity_name' },
        { text: 'SOMETHING ELSE', type: 'entity_name_assumed' },
        { text: '900000001', type: 'business_number' },
      ],
      attributes: [
        { type: 'entity_status', value: 'HIS' },
        { type: 'registration_date', value: '2006-10-17T23:58:42+00:00' },
      ],
      inactive: true,
    };
    const [record] = await listed('ca-bc', { total: 1, results: [topic] });
    expect(record).toMatchObject({
      status: 'inactive',
      statusDetail: 'Historical',
      goodStanding: false,
      formationDate: '2006-10-17',
      aliases: [{ name: 'SOMETHING ELSE', kind: 'trade' }],
    });
  });
});
