import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { DetailedRecord, RegisterRecord } from '../../src/core/registries/record.js';
import { startRegisterDouble, type DoubleRequest, type RegisterDouble } from './register-double.js';
import { asking } from './registry.suite.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { published } from '../support/published.js';

type Cells = Record<string, unknown>;

const never = new AbortController().signal;
const TODAY = Date.parse('2026-11-20T12:00:00Z');

const CO = {
  entityid: '20019000001',
  entityname: 'Imaginary Lanterns LLC',
  entitystatus: 'Good Standing',
  entitytype: 'DLLC',
};
const CT = { id: '001t1', accountnumber: '9000001', name: 'Pretend Teapots LLC', status: 'Active' };
const NY = { dos_id: '9000001', current_entity_name: 'FABLED UMBRELLAS, INC.' };

describe('Socrata registers', () => {
  let double: RegisterDouble;
  let registries: ConfiguredRegistries;

  beforeEach(async () => {
    double = await startRegisterDouble();
    registries = connect();
    skipped = [];
  });

  afterEach(async () => {
    await registries.close();
    await double.close();
  });

  let skipped: { source: string; reason: string }[] = [];

  function connect(prefix = '', socrataAppToken = 'test-token'): ConfiguredRegistries {
    const url = `${double.origin}${prefix}`;
    return new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { 'us-co': url, 'us-ct': url, 'us-ny': url },
      credentials: { SOCRATA_APP_TOKEN: socrataAppToken },
      timeoutMs: 2_000,
      log: { warn: () => undefined },
      onRowSkipped: (row) => skipped.push(row),
      now: () => TODAY,
    });
  }

  /** Serves the rows of each dataset, and no rows of any other. */
  function publish(datasets: Record<string, Cells[]>): void {
    double.replyWith(({ path }) => ({
      body: JSON.stringify(datasets[/resource\/(.+)\.json/.exec(path)?.[1] ?? ''] ?? []),
    }));
  }

  async function recordOf(code: string, dataset: string, row: Cells): Promise<RegisterRecord | undefined> {
    publish({ [dataset]: [row] });
    const { records } = await registries.of(code).search(asking('Imaginary Something LLC'), never);
    return records[0];
  }

  async function detailsOf(code: string, id: string, datasets: Record<string, Cells[]>): Promise<DetailedRecord> {
    publish(datasets);
    return (await published(registries.of(code).fetch(id, never)))!;
  }

  const conditions = () => double.requests.map(({ query }) => query.get('$where') ?? '');

  describe('queries', () => {
    it('returns an incomplete result when trade-name owners have more rows than the portal sends', async () => {
      const owners = (rows: number) => {
        double.replyWith(({ path, query }) => {
          const named = [{ entityid: CO.entityid, tradenamedescription: 'Something Else' }];
          if (path.includes('u7sb-g482')) return { body: JSON.stringify(named) };
          const isByOwner = (query.get('$where') ?? '').startsWith('entityid in');
          const row = (at: number) => ({ ...CO, entityid: `20019${at}`, entityname: `Other ${at} LLC` });
          return { body: JSON.stringify(isByOwner ? Array.from({ length: rows }, (_, at) => row(at)) : []) };
        });
        return registries.of('us-co').search(asking('Imaginary Something LLC'), never);
      };
      await expect(owners(3)).resolves.toMatchObject({ complete: true });
      await expect(owners(1_000)).resolves.toMatchObject({ complete: false });
    });

    it('puts the path prefix of another address before its paths, and sends the application token', async () => {
      await registries.close();
      registries = connect('/mirror/co/', 'secret-token');
      await registries.of('us-co').search(asking('Imaginary Lanterns LLC'), never);
      expect(double.requests[0]!.path).toBe('/mirror/co/resource/4ykn-tg5h.json');
      expect(double.requests[0]!.headers['x-app-token']).toBe('secret-token');
    });

    it('searches the words in order and ignoring punctuation, then near and in other names', async () => {
      await registries.of('us-ct').search(asking('Imaginary Lantern Works LLC'), never);
      const isBlind = (where: string) => where.includes('replace(');
      const [inOrder, blind] = conditions()
        .slice(0, 2)
        .toSorted((a, b) => Number(isBlind(a)) - Number(isBlind(b)));
      const isFormer = (where: string) => where.includes('business_name_old');
      const [near, formerNames] = conditions()
        .slice(2)
        .toSorted((a, b) => Number(isFormer(a)) - Number(isFormer(b)));
      expect(inOrder).toBe("upper(name) like '%IMAGINARY%LANTERN%WORKS%'");
      expect(blind).toContain("like '%IMAGINARY%LANTERN%WORKS%'");
      expect(blind).toContain('replace(replace(');
      expect(near).toContain("(upper(name) like '%IMAGINARY%' and ");
      expect(formerNames).toContain('business_name_old');
    });

    it('reads pages in a stable order and only the columns of a quick verification', async () => {
      await registries.of('us-ny').search(asking('Fabled Umbrellas'), never);
      const query = double.requests[0]!.query;
      expect(query.get('$order')).toBe('dos_id');
      expect(query.get('$select')).not.toContain('registered_agent');
    });

    it('searches accented words both as typed and without accents', async () => {
      await registries.of('us-co').search({ ...asking('Café Chimère LLC'), words: ['CAFE', 'CHIMERE'] }, never);
      expect(conditions()[0]).toContain("'%CAFÉ%CHIMÈRE%'");
      expect(conditions()[0]).toContain("'%CAFE%CHIMERE%'");
    });

    it('searches the numbers of a name in other notations too', async () => {
      await registries.of('us-co').search(nameQuery('One Twenty Five Larimer LLC', 'us-co'), never);
      for (const pattern of ['%ONE%TWENTY%FIVE%LARIMER%', '%125%LARIMER%', '%CXXV%LARIMER%'])
        expect(conditions().some((where) => where.includes(`'${pattern}'`))).toBe(true);
    });

    it('stops sending a punctuation query the portal refuses, and marks those searches incomplete', async () => {
      const refusal = {
        message: 'No such function',
        errorCode: 'query.soql.no-such-function',
        data: { function: 'replace' },
      };
      double.replyWith(({ query }) =>
        query.get('$where')!.includes('replace(') ? { status: 400, body: JSON.stringify(refusal) } : { body: '[]' },
      );
      const registry = registries.of('us-co');
      await expect(registry.search(asking('Imaginary Lanterns'), never)).resolves.toEqual({
        records: [],
        complete: false,
      });
      expect(await registry.search(asking('Imaginary Lanterns'), never)).toMatchObject({ complete: false });
      expect(conditions().filter((where) => where.includes('replace('))).toHaveLength(1);
    });

    it('reports a lost column as a changed format when the portal refuses the query', async () => {
      const refusal = {
        message:
          'Query coordinator error: query.soql.no-such-column; No such column: entitystatus; position: Map(row -> 1)',
        errorCode: 'query.soql.no-such-column',
        data: {},
      };
      double.replyWith(() => ({ status: 400, body: JSON.stringify(refusal) }));
      await expect(registries.of('us-co').search(asking('Imaginary Lanterns'), never)).rejects.toMatchObject({
        message: expect.stringMatching(/changed its format.*lost a column: entitystatus$/),
        detail: { ours: true },
      });
    });

    it.each([401, 403])('says that the portal wants SODA3 or a token when it answers %i', async (status) => {
      double.replyWith(() => ({ status, body: '{}' }));
      await expect(registries.of('us-co').search(asking('Imaginary Lanterns'), never)).rejects.toMatchObject({
        message: `us-co: answered HTTP ${status}: this portal now wants SODA3 or a token`,
        detail: { ours: true },
      });
    });

    it('narrows a query of common words, and finds the name behind a thousand others', async () => {
      const others = Array.from({ length: 1000 }, (_, at) => ({
        ...CO,
        entityid: String(at),
        entityname: `Great Standard ${at}`,
      }));
      const narrow = ({ query }: DoubleRequest) => query.get('$where')!.includes('not like');
      double.replyWith((request) => ({
        body: JSON.stringify(narrow(request) ? [{ ...CO, entityname: 'Standard LLC' }] : others),
      }));
      const { records, complete } = await registries.of('us-co').search(asking('Standard LLC'), never);
      expect(records.some(({ name }) => name === 'Standard LLC')).toBe(true);
      expect(complete).toBe(true);
      const inOrder = conditions().filter((where) => !where.includes('replace('));
      expect(inOrder).toHaveLength(2);
    });

    it.each(['%%%', '\u0000\n', ' '])('sends no query for a name with nothing to search for: %j', async (typed) => {
      const nothing = { typed, words: [], distinctive: [], otherwise: [], satisfiedBy: () => false };
      await expect(registries.of('us-co').search(nothing, never)).resolves.toEqual({ records: [], complete: true });
      expect(double.requests).toHaveLength(0);
    });

    it('leaves room for the status that Colorado appends to a name', async () => {
      await registries.of('us-co').search(asking('Standard LLC'), never);
      const limit = /not like '(_+)%'/.exec(conditions().find((where) => where.includes('not like'))!)![1]!.length;
      expect('Standard LLC, Dissolved (Term Expired) September 12, 2022'.length).toBeLessThan(limit);
    });

    it('treats a lost status column as a changed format, and an empty status as unknown', async () => {
      const { entitystatus: _, ...bare } = CO;
      publish({ '4ykn-tg5h': Array.from({ length: 10 }, (__, at) => ({ ...bare, entityid: String(at) })) });
      await expect(registries.of('us-co').search(asking('Imaginary Lanterns'), never)).rejects.toThrow('entitystatus');
      publish({ '4ykn-tg5h': [bare] });
      const { records, complete } = await registries.of('us-co').search(asking('Imaginary Lanterns LLC'), never);
      expect(records).toMatchObject([{ status: 'unknown', statusDetail: null, goodStanding: null }]);
      expect(complete).toBe(true);
    });

    it('skips an unreadable row, counts it, and marks the search incomplete', async () => {
      const { entityname: _, ...nameless } = CO;
      const others = [1, 2].map((at) => ({ ...CO, entityid: String(at), entityname: `Imaginary Lanterns ${at} LLC` }));
      publish({ '4ykn-tg5h': [others[0]!, { ...nameless, entityid: '9' }, others[1]!] });
      const { records, complete } = await registries.of('us-co').search(asking('Imaginary Lanterns'), never);
      expect(records.map(({ id }) => id)).toEqual(['1', '2']);
      expect(complete).toBe(false);
      expect(skipped).toContainEqual({ source: 'us-co', reason: 'a record without entityname' });
    });

    it('reports a changed format when most rows cannot be read', async () => {
      const { entityname: _, ...nameless } = CO;
      publish({ '4ykn-tg5h': [nameless, { ...nameless, entityid: '2' }, CO] });
      await expect(registries.of('us-co').search(asking('Imaginary Lanterns'), never)).rejects.toMatchObject({
        message: expect.stringContaining('changed its format: a record without entityname'),
        detail: { ours: true },
      });
    });

    it.each([
      ['near', (where: string) => where.includes(' or ') && !where.includes('replace(')],
      ['blind', (where: string) => where.includes('replace(')],
    ])('gives up a slow %s pattern, marks the search incomplete, and keeps the portal operational', async (_, slow) => {
      double.replyWith(({ query }) => (slow(query.get('$where')!) ? { hang: true } : { body: '[]' }));
      await expect(registries.of('us-ny').search(asking('Fabled Umbrella Works'), never)).resolves.toEqual({
        records: [],
        complete: false,
      });
      expect(registries.status('us-ny')).toBe('operational');
    });

    it('finds a record by its number, with its other names, and nothing by another number', async () => {
      double.replyWith(({ path, query }) => {
        if (path.includes('u7sb-g482')) return { body: JSON.stringify([{ tradenamedescription: 'Nowhere Lights' }]) };
        return { body: JSON.stringify(query.get('$where') === "entityid='20019000001'" ? [CO] : []) };
      });
      await expect(registries.of('us-co').findByNumber('20019000001', never)).resolves.toMatchObject({
        id: '20019000001',
        name: 'Imaginary Lanterns LLC',
        aliases: [{ name: 'Nowhere Lights', kind: 'trade' }],
      });
      await expect(registries.of('us-co').findByNumber('20019000002', never)).resolves.toBeUndefined();
    });
  });

  describe('Colorado', () => {
    it.each([
      ['Good Standing', 'active', true],
      ['Exists', 'active', null],
      ['Delinquent', 'suspended', false],
      ['Noncompliant', 'suspended', false],
      ['Registered Agent Resigned', 'suspended', false],
      ['Effectiveness Prevented', 'suspended', false],
      ['Voluntarily Dissolved', 'dissolved', false],
      ['Administratively Dissolved', 'dissolved', false],
      ['Judicially Dissolved', 'dissolved', false],
      ['Dissolved (Term Expired)', 'dissolved', false],
      ['Revoked', 'revoked', false],
      ['Withdrawn', 'inactive', false],
      ['Converted', 'inactive', false],
      ['Merged', 'merged', false],
      ['Consolidated', 'merged', false],
      ['Some New Word', 'unknown', null],
    ])('reads %j as %s, in good standing: %s', async (word, status, goodStanding) => {
      const record = await recordOf('us-co', '4ykn-tg5h', { ...CO, entitystatus: word });
      expect(record).toMatchObject({ status, goodStanding, statusDetail: word });
    });

    it.each([
      ['Fable LLC, Delinquent May 1, 2022', 'Fable LLC'],
      ['SILVER FABLE MINING COMPANY, Dissolved January 1, 1880', 'SILVER FABLE MINING COMPANY'],
      ['Fable, Inc., Colorado Authority Relinquished June 3, 2010', 'Fable, Inc.'],
      ['Fable LLC, Dissolved (Term Expired) June 13, 2010', 'Fable LLC'],
      ['Founded, July 4, 1976', 'Founded, July 4, 1976'],
      ['Dissolved Sugar, Inc.', 'Dissolved Sugar, Inc.'],
    ])('reads the name %j as %j', async (entityname, name) => {
      await expect(recordOf('us-co', '4ykn-tg5h', { ...CO, entityname })).resolves.toMatchObject({ name });
    });

    it('reads dates in each format, as calendar dates', async () => {
      const formed = async (entityformdate: string) =>
        (await recordOf('us-co', '4ykn-tg5h', { ...CO, entityformdate }))?.formationDate;
      await expect(formed('2001-02-03T00:00:00.000')).resolves.toBe('2001-02-03');
      await expect(formed('1886-03-29')).resolves.toBe('1886-03-29');
      await expect(formed('07/01/1891')).resolves.toBe('1891-07-01');
      await expect(formed('soon')).resolves.toBeNull();
    });

    it('publishes agent, address and filings, and no officers', async () => {
      const { details, aliases } = await detailsOf('us-co', CO.entityid, {
        '4ykn-tg5h': [
          {
            ...CO,
            principaladdress1: '1 Imaginary Street',
            principalcity: 'Nowhere',
            agentfirstname: 'FICTIONAL',
            agentlastname: 'AGENT',
          },
        ],
        'casm-dbbj': [
          { entityid: CO.entityid, historydes: 'Periodic Report', receiveddate: '2025-03-01T00:00:00.000' },
          { entityid: CO.entityid, historydes: 'Articles of Organization', effectivedate: '2001-02-03T00:00:00.000' },
        ],
        'u7sb-g482': [{ entityid: CO.entityid, tradenamedescription: 'Nowhere Lights' }],
      });
      expect(details).toEqual({
        registeredAgent: { name: 'FICTIONAL AGENT', address: null },
        officers: null,
        principalAddress: expect.objectContaining({ line1: '1 Imaginary Street', city: 'Nowhere', country: null }),
        filingHistorySummary: {
          totalFilings: 2,
          lastFilingDate: '2025-03-01',
          recentFilings: [
            { date: '2025-03-01', type: 'Periodic Report' },
            { date: '2001-02-03', type: 'Articles of Organization' },
          ],
        },
      });
      expect(aliases).toEqual([{ name: 'Nowhere Lights', kind: 'trade' }]);
    });

    it('lists former names from its name changes, and trade names that have not ended', async () => {
      double.replyWith(({ path, query }) => {
        if (path.includes('u7sb-g482')) {
          return {
            body: JSON.stringify([
              {
                tradenamedescription: 'Nowhere Lights',
                entitystatus: 'Effective',
                effectivedate: '2010-04-05T00:00:00.000',
              },
              { tradenamedescription: 'Gone Lights', entitystatus: 'Expired' },
            ]),
          };
        }
        const changes = query.get('$where')!.includes("historydes='Entity Name Change'");
        const history = [{ entityid: CO.entityid, historydes: 'Entity Name Change', name: 'Former Lanterns LLC' }];
        if (path.includes('casm-dbbj')) return { body: JSON.stringify(changes ? history : []) };
        return { body: JSON.stringify([CO]) };
      });
      const record = await published(registries.of('us-co').fetch(CO.entityid, never));
      expect(record?.aliases).toEqual([
        { name: 'Nowhere Lights', kind: 'trade', from: '2010-04-05' },
        { name: 'Former Lanterns LLC', kind: 'former' },
      ]);
    });

    it('skips former names when the history lacks their column, after one query', async () => {
      const refusal = { errorCode: 'query.soql.no-such-column', message: 'No such column: name' };
      double.replyWith(({ path }) =>
        path.includes('casm-dbbj') ? { status: 400, body: JSON.stringify(refusal) } : { body: '[]' },
      );
      const registry = registries.of('us-co');
      for (const name of ['Imaginary Lanterns', 'Imaginary Teapots']) {
        await expect(registry.search(asking(name), never)).resolves.toEqual({ records: [], complete: true });
      }
      expect(double.requests.filter(({ path }) => path.includes('casm-dbbj'))).toHaveLength(1);
    });

    it('leaves out only the history when it has lost a column, and fails when the history fails', async () => {
      const history = (reply: object) =>
        double.replyWith(({ path }) =>
          path.includes('casm-dbbj')
            ? { status: 400, body: JSON.stringify(reply) }
            : { body: JSON.stringify(path.includes('4ykn-tg5h') ? [{ ...CO, principalcity: 'Nowhere' }] : []) },
        );
      history({ errorCode: 'query.soql.no-such-column', message: 'No such column: receiveddate' });
      const record = await published(registries.of('us-co').fetch(CO.entityid, never));
      expect(record?.details).toMatchObject({ principalAddress: { city: 'Nowhere' }, filingHistorySummary: null });
      history({ code: 'query.execution.error', message: 'Internal error' });
      await expect(registries.of('us-co').fetch(CO.entityid, never)).rejects.toMatchObject({ failure: 'unavailable' });
    });

    it('returns null for every detail that the register lacks', async () => {
      const { details } = await detailsOf('us-co', CO.entityid, { '4ykn-tg5h': [CO] });
      expect(details).toEqual({
        registeredAgent: null,
        officers: null,
        principalAddress: null,
        filingHistorySummary: null,
      });
    });

    it('lists the ten newest filings of many', async () => {
      const filings = Array.from({ length: 30 }, (_, at) => ({
        historydes: 'Report',
        receiveddate: `${2025 - at}-01-01`,
      }));
      const { details } = await detailsOf('us-co', CO.entityid, { '4ykn-tg5h': [CO], 'casm-dbbj': filings });
      expect(details.filingHistorySummary?.totalFilings).toBe(30);
      expect(details.filingHistorySummary?.recentFilings.map(({ date }) => date?.slice(0, 4))).toEqual(
        Array.from({ length: 10 }, (_, at) => String(2025 - at)),
      );
    });
  });

  describe('Connecticut', () => {
    it.each([
      ['Active', 'active'],
      ['Active - Pending Domestication', 'active'],
      ['Forfeited', 'suspended'],
      ['Revoked', 'revoked'],
      ['Dissolved', 'dissolved'],
      ['Withdrawn', 'inactive'],
      ['Cancelled', 'inactive'],
      ['Renunciated', 'inactive'],
      ['Merged', 'merged'],
    ])('reads %j as %s', async (word, status) => {
      await expect(recordOf('us-ct', 'n7gp-d28j', { ...CT, status: word })).resolves.toMatchObject({ status });
    });

    it.each([
      ['its number is 0000000', { accountnumber: '0000000' }],
      ['it has no number', { accountnumber: undefined }],
      ['its business type is Unauthorized', { business_type: 'Unauthorized' }],
    ])('treats a row as no entity when %s, by name and by number', async (_, more) => {
      const stub = { ...CT, name: 'Imaginary Quarry Trust Company', ...more };
      publish({ 'n7gp-d28j': [stub, CT] });
      const { records, complete } = await registries
        .of('us-ct')
        .search(asking('Imaginary Quarry Trust Company'), never);
      expect([records.map(({ id }) => id), complete]).toEqual([[CT.accountnumber], true]);
      publish({ 'n7gp-d28j': [stub] });
      for (const number of ['0000000', CT.accountnumber]) {
        await expect(registries.of('us-ct').fetch(number, never)).resolves.toBeUndefined();
        await expect(registries.of('us-ct').findByNumber(number, never)).resolves.toBeUndefined();
      }
    });

    it('offers both records of a repeated number, and reads the one that was listed', async () => {
      const names = ['Alpha Imaginary LLC', 'Bravo Imaginary LLC'];
      publish({ 'n7gp-d28j': names.map((name, at) => ({ ...CT, id: `t${at}`, name })) });
      const { records } = await registries.of('us-ct').search(asking('Bravo Imaginary LLC'), never);
      expect(records.map(({ name }) => name)).toEqual(names);
      for (const listed of records) {
        const read = await published(registries.of('us-ct').fetch(listed.id, never, listed));
        expect(read?.name).toBe(listed.name);
      }
      const orders = double.requests.map(({ query }) => query.get('$order'));
      expect(orders.every((order) => order !== null)).toBe(true);
    });

    it.each(['Expired Reservation', 'Reservation', 'Rejected', 'Recorded'])(
      'skips rows that are not entities: %s',
      async (status) => {
        await expect(recordOf('us-ct', 'n7gp-d28j', { ...CT, status })).resolves.toBeUndefined();
        publish({ 'n7gp-d28j': [{ ...CT, status }] });
        await expect(registries.of('us-ct').fetch(CT.accountnumber, never)).resolves.toBeUndefined();
      },
    );

    it.each([
      [{ annual_report_due_date: '2027-03-31T00:00:00.000' }, true, 'next annual report is due on 2027-03-31'],
      [{ annual_report_due_date: '2026-11-20T00:00:00.000' }, true, 'due on 2026-11-20'],
      [{ annual_report_due_date: '2026-11-19T00:00:00.000' }, false, 'annual report was due on 2026-11-19'],
      [{ sub_status: 'First report past due', annual_report_due_date: '2027-03-31' }, false, 'First report past due'],
      [{ sub_status: 'Ready for dissolution' }, false, 'Ready for dissolution'],
    ])('states no standing for an active entity; %j only hints at %s', async (cells, goodStanding, because) => {
      await expect(recordOf('us-ct', 'n7gp-d28j', { ...CT, ...cells })).resolves.toMatchObject({
        goodStanding: null,
        standingHint: { goodStanding, because: expect.stringContaining(because) },
      });
    });

    it.each([
      [{ annual_report_due_date: '0001-01-01T00:00:00.000' }, null],
      [{}, null],
      [{ sub_status: 'Something new', annual_report_due_date: '2027-03-31' }, null],
      [{ status: 'Forfeited', annual_report_due_date: '2027-03-31' }, false],
      [{ status: 'Active - Pending Domestication', annual_report_due_date: '2027-03-31' }, null],
      [{ status: 'Some New Word' }, null],
    ])('reads the standing of %j as %s, without a hint', async (cells, goodStanding) => {
      const record = await recordOf('us-ct', 'n7gp-d28j', { ...CT, ...cells });
      expect([record?.goodStanding, record?.standingHint]).toEqual([goodStanding, undefined]);
    });

    it('never shows a home address', async () => {
      const home = {
        residence_street_address_1: '1 Private Lane',
        residence_city: 'Hometown',
        residence_zip_code: '06001',
      };
      const record = await detailsOf('us-ct', CT.accountnumber, {
        'n7gp-d28j': [CT],
        'qh2m-n44y': [{ name__c: 'Fictional Agents Inc.', business_city: 'Fabledam', ...home }],
        'ka36-64k6': [
          { name__c: 'Fictional Officer 1', designation: 'Manager', ...home },
          { firstname: 'Fictional', lastname: 'Officer 2', ...home },
        ],
      });
      expect(JSON.stringify(record)).not.toMatch(/Private|Hometown|06001/);
      expect(record.details.registeredAgent).toMatchObject({
        name: 'Fictional Agents Inc.',
        address: { city: 'Fabledam' },
      });
      expect(record.details.officers).toEqual([
        { name: 'Fictional Officer 1', title: 'Manager' },
        { name: 'Fictional Officer 2', title: null },
      ]);
    });

    it('joins its datasets on the row id, each by its own column, and names a missing id', async () => {
      await detailsOf('us-ct', CT.accountnumber, { 'n7gp-d28j': [CT] });
      const joins = double.requests
        .slice(1)
        .map(({ path, query }) => [/resource\/(.+)\.json/.exec(path)?.[1], query.get('$where')]);
      expect(joins.toSorted()).toEqual([
        ['ah3s-bes7', "account='001t1'"],
        ['enwv-52we', "unique_key='001t1'"],
        ['ka36-64k6', "business_id='001t1'"],
        ['qh2m-n44y', "business_key='001t1'"],
      ]);
      publish({ 'n7gp-d28j': [{ ...CT, id: undefined }] });
      await expect(registries.of('us-ct').fetch(CT.accountnumber, never)).rejects.toThrow('without id');
    });

    it('finds a business by its former name', async () => {
      double.replyWith(({ path, query }) => {
        if (path.includes('enwv-52we'))
          return { body: JSON.stringify([{ unique_key: '001t1', business_name_old: 'Old Fable LLC' }]) };
        return { body: JSON.stringify(query.get('$where') === "id in ('001t1')" ? [CT] : []) };
      });
      const { records } = await registries.of('us-ct').search(asking('Old Fable LLC'), never);
      expect(records).toMatchObject([{ id: CT.accountnumber, aliases: [{ name: 'Old Fable LLC', kind: 'former' }] }]);
    });

    it('returns null for "no information provided"', async () => {
      const { details } = await detailsOf('us-ct', CT.accountnumber, {
        'n7gp-d28j': [{ ...CT, billingstreet: 'No information provided', billingcity: 'Fabledam' }],
      });
      expect(details.principalAddress).toMatchObject({ line1: null, city: 'Fabledam' });
    });
  });

  describe('New York', () => {
    it('treats a listed entity as active, and states no standing', async () => {
      const record = await recordOf('us-ny', 'n9v6-gdp6', { ...NY, entity_type: 'FOREIGN BUSINESS CORPORATION' });
      expect(record).toMatchObject({ status: 'active', statusDetail: null, goodStanding: null, domestic: false });
    });

    it('does not treat "Registered Agent Revoked" as an agent', async () => {
      const { details } = await detailsOf('us-ny', NY.dos_id, {
        'n9v6-gdp6': [{ ...NY, registered_agent_name: 'Registered Agent Revoked', registered_agent_state: 'NEW YORK' }],
      });
      expect(details.registeredAgent).toBeNull();
    });

    it('publishes agent, chief executive, office, filings and former names', async () => {
      const record = await detailsOf('us-ny', NY.dos_id, {
        'n9v6-gdp6': [
          {
            ...NY,
            registered_agent_name: 'Nowhere Registered Agents LLC',
            registered_agent_city: 'Nowhereville',
            chairman_name: 'FICTIONAL OFFICER 1',
            location_address_1: '1 Imaginary Street',
          },
        ],
        '63wc-4exh': [{ date_filed: '2026-02-02T00:00:00.000', documenttype: 'BIENNIAL STATEMENT' }],
        'ekwr-p59j': [{ corpid_num: NY.dos_id, corp_name: 'FORMERLY FABLED, INC.', name_status: 'I' }],
      });
      expect(record.details).toMatchObject({
        registeredAgent: { name: 'Nowhere Registered Agents LLC', address: { city: 'Nowhereville' } },
        officers: [{ name: 'FICTIONAL OFFICER 1', title: 'Chief Executive Officer' }],
        principalAddress: { line1: '1 Imaginary Street' },
        filingHistorySummary: { totalFilings: 1, lastFilingDate: '2026-02-02' },
      });
      expect(record.aliases).toEqual([{ name: 'FORMERLY FABLED, INC.', kind: 'former' }]);
    });
  });
});

describe('ConfiguredRegistries', () => {
  const options = { urls: {}, credentials: {}, timeoutMs: 1_000, log: { warn: () => undefined } };
  const live = new ConfiguredRegistries({ registers: REGISTERS, ...options, mode: 'live' });
  const sandbox = new ConfiguredRegistries({
    registers: REGISTERS,
    ...options,
    mode: 'sandbox',
    sandboxOrigin: 'http://127.0.0.1:1',
    urls: { 'us-ct': 'https://registers.example/ct' },
    sampleNames: (code) => [`A name of ${code}`],
  });

  it('says why a register cannot be asked, and gives no reason for one that can', () => {
    expect(live.unavailableReason('us-co')).toBeUndefined();
    expect(live.unavailableReason('gb-sct')).toBe(
      'The register of Scotland needs credentials that this service has not been given (COMPANIES_HOUSE_API_KEY).',
    );
    expect(live.unavailableReason('us-ak')).toContain('blocks automated downloads');
    expect(live.unavailableReason('us-il')).toContain('forbid automated access');
    expect(live.unavailableReason('xx-yy')).toContain('not a jurisdiction');
  });

  it('throws for a register without its credentials, naming the setting', () => {
    expect(() => live.of('gb-sct')).toThrow('COMPANIES_HOUSE_API_KEY');
  });

  it('uses the sandbox and its sample names for every register without its own address', () => {
    expect(sandbox.isSandbox('us-co')).toBe(true);
    expect(sandbox.isSandbox('us-ct')).toBe(false);
    expect(live.isSandbox('us-co')).toBe(false);
    expect(sandbox.sampleNames('us-co')).toEqual(['A name of us-co']);
    expect(sandbox.sampleNames('us-ct')).toBeUndefined();
    expect(live.sampleNames('us-co')).toBeUndefined();
  });

  it('reports an untried register as operational, and one it cannot ask as down', () => {
    expect(live.status('us-co')).toBe('operational');
    expect(live.status('gb-sct')).toBe('down');
  });

  it('refuses to start in sandbox mode without a sandbox', () => {
    expect(() => new ConfiguredRegistries({ registers: REGISTERS, ...options, mode: 'sandbox' })).toThrow(
      'address of the sandbox',
    );
  });
});
