import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { startRegisterDouble, type DoubleRequest, type RegisterDouble } from './register-double.js';
import { asking } from './registry.suite.js';
import { nameQuery } from '../../src/core/verification/name-query.js';

type Cells = Record<string, unknown>;

const never = new AbortController().signal;
const TODAY = Date.parse('2026-11-20T12:00:00Z');

const CO = {
  entityid: '20019000001',
  entityname: 'Imaginary Lanterns LLC',
  entitystatus: 'Good Standing',
  entitytype: 'DLLC',
};

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
