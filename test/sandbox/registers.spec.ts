import { REGISTERS as TABLE } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { isForced, type Sandbox, startSandbox } from '@standing/sandbox';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { REGISTERS } from '@standing/sandbox/registers';
import { published } from '../support/published.js';

const NAMED = { name: expect.any(String) };
const SOMEWHERE = { city: expect.any(String) };
const FILED = { totalFilings: expect.any(Number) };
const BRITISH = {
  registeredAgent: null,
  officers: expect.arrayContaining([expect.objectContaining(NAMED)]),
  principalAddress: SOMEWHERE,
  filingHistorySummary: FILED,
};
const EUROPEAN = {
  registeredAgent: null,
  officers: expect.arrayContaining([expect.objectContaining(NAMED)]),
  principalAddress: SOMEWHERE,
  filingHistorySummary: null,
};
/** The details of a deep verification, by register, where its facts do not say enough. */
const PUBLISHED: Readonly<Record<string, object>> = {
  'us-co': { registeredAgent: NAMED, principalAddress: SOMEWHERE, filingHistorySummary: FILED },
  'us-ct': { registeredAgent: NAMED, principalAddress: SOMEWHERE, filingHistorySummary: FILED },
  'us-ny': { registeredAgent: NAMED, principalAddress: SOMEWHERE, filingHistorySummary: FILED },
  'us-or': { registeredAgent: NAMED, principalAddress: SOMEWHERE, filingHistorySummary: null },
  'us-pa': { registeredAgent: null, principalAddress: SOMEWHERE, filingHistorySummary: null },
  'us-ca': { registeredAgent: NAMED, principalAddress: SOMEWHERE, filingHistorySummary: null },
  'us-tx': { registeredAgent: NAMED, principalAddress: null, filingHistorySummary: null },
  'us-dc': {
    registeredAgent: NAMED,
    officers: null,
    principalAddress: SOMEWHERE,
    filingHistorySummary: { lastFilingDate: expect.any(String) },
  },
  no: EUROPEAN,
  'no-03': EUROPEAN,
  fr: EUROPEAN,
  'fr-idf': EUROPEAN,
  cz: EUROPEAN,
  'cz-10': EUROPEAN,
  'ch-zh': {
    registeredAgent: null,
    officers: null,
    principalAddress: SOMEWHERE,
    filingHistorySummary: FILED,
  },
  co: { ...EUROPEAN, principalAddress: null },
  'gb-eaw': BRITISH,
  'gb-sct': BRITISH,
  'gb-nir': BRITISH,
};

/** As the facts of the register have it. */
function publishedBy(code: string): object {
  const { publishes } = TABLE.facts.find((facts) => facts.code === code) ?? {};
  return {
    registeredAgent: publishes?.agents === undefined ? null : NAMED,
    officers: publishes?.officers === undefined ? null : EUROPEAN.officers,
  };
}

describe.each(REGISTERS.map((register) => [register.code, register] as const))(
  'the bundled extract of %s',
  (code, { vocabulary }) => {
    let sandbox: Sandbox;
    let registries: ConfiguredRegistries;
    const companies = fictionalCompanies(vocabulary);

    beforeAll(async () => {
      sandbox = await startSandbox();
      registries = new ConfiguredRegistries({
        registers: TABLE,
        mode: 'sandbox',
        sandboxOrigin: sandbox.origin,
        sampleNames: (asked) => sandbox.sampleNames(asked),
        exempt: isForced,
        urls: {},
        credentials: {},
        timeoutMs: 2_000,
        log: { warn: () => undefined },
      });
    });

    afterAll(async () => {
      await registries.close();
      await sandbox.close();
    });

    const search = (name: string) => registries.of(code).search(nameQuery(name, code), AbortSignal.timeout(10_000));
    const fetchOne = (id: string) => registries.of(code).fetch(id, AbortSignal.timeout(10_000));
    /** The register of a whole country has the companies of its other parts too. */
    const isOther = (part: string) => vocabulary.code !== part && REGISTERS.some((register) => register.code === part);
    const upper = (names: readonly { name: string }[]) => names.map(({ name }) => name.toUpperCase());

    it('finds at least 40 companies by name, under different identifiers', async () => {
      const ids = new Set<string>();
      for (const { name } of companies) {
        const { records } = await search(name);
        for (const record of records) if (record.name.toUpperCase() === name.toUpperCase()) ids.add(record.id);
      }
      expect(ids.size).toBeGreaterThanOrEqual(40);
    });

    it('has companies in more than one status when it covers ended ones', async () => {
      const statuses = new Set<string>();
      for (const { name } of companies) {
        for (const { status, statusDetail } of (await search(name)).records) statuses.add(statusDetail ?? status);
      }
      expect(statuses.size).toBeGreaterThan(registries.offer(code).coverage === 'all' ? 1 : 0);
    });

    it('omits companies seated in another region when it is nationwide', async () => {
      for (const { name } of companies.filter(({ foreignTo }) => foreignTo !== undefined)) {
        const namesakes = companies.filter((company) => company.name === name && company.foreignTo === undefined);
        const { records } = await search(name);
        const own = records.filter(({ seat }) => seat?.jurisdiction === undefined || !isOther(seat.jurisdiction));
        const listed = upper(own).filter((found) => found === name.toUpperCase());
        expect([name, listed.length]).toEqual([name, namesakes.length + (vocabulary.nationwide ? 0 : 1)]);
      }
    });

    it('finds its three sample names, active if the register says so, and with their details', async () => {
      const status = code === 'us-pa' ? 'unknown' : 'active';
      const names = registries.sampleNames(code)!;
      expect(names).toHaveLength(3);
      expect(new Set(names).size).toBe(3);
      for (const name of names) {
        const { records } = await search(name);
        expect(records[0]).toMatchObject({ name, status });
        const fetched = (await published(fetchOne(records[0]!.id)))!;
        expect(fetched).toMatchObject({ id: records[0]!.id, name, status });
        expect(fetched.details).toMatchObject(PUBLISHED[vocabulary.code] ?? publishedBy(vocabulary.code));
      }
    });

    it('finds names however they are typed', async () => {
      const official = (start: string) =>
        companies.find(({ name }) => name.toUpperCase().startsWith(start.toUpperCase()))!.name;
      const typed = [
        ["o'fable and sons", "O'Fable & Sons"],
        ['abc imaginary blocks', 'A.B.C.'],
        ['Café Chimère', 'Café'],
        ['Storybok Gear Works', 'Storybook Gear Works'],
        ['DRAGON RENTAL 2', 'Dragon Rental 2'],
      ] as const;
      for (const [name, start] of typed) {
        const { records, complete } = await search(name);
        expect([name, upper(records)]).toEqual([name, expect.arrayContaining([official(start).toUpperCase()])]);
        expect(complete).toBe(true);
      }
    });

    it('returns a complete empty result for an absent name', async () => {
      await expect(search('Zzyzx Qwertz Unheard')).resolves.toEqual({ records: [], complete: true });
    });

    it('plays the names that force an outcome', async () => {
      await expect(search('Sandbox Unavailable LLC')).rejects.toMatchObject({ failure: 'unavailable' });
      await expect(search('Sandbox Garbage LLC')).rejects.toMatchObject({ failure: 'unavailable' });
      await expect(search('Sandbox Flaky LLC')).rejects.toMatchObject({ failure: 'unavailable' });
      await expect(search('Sandbox Flaky LLC')).rejects.toMatchObject({ failure: 'unavailable' });
      const { records } = await search('Sandbox Flaky LLC');
      expect(upper(records)).toContain('SANDBOX FLAKY LLC');
      expect(registries.status(code)).toBe('operational');
    });
  },
);

describe('a register that depends on credentials', () => {
  const connect = (sandbox: Sandbox, code: string, credentials: Credentials) =>
    new ConfiguredRegistries({
      registers: TABLE,
      mode: 'live',
      urls: { [code]: `${sandbox.origin}/${code}` },
      credentials,
      pace: {},
      timeoutMs: 2_000,
      log: { warn: () => undefined },
    });

  it('searches Switzerland without a login by linked data: quick, and active companies only', async () => {
    const sandbox = await startSandbox();
    const registries = connect(sandbox, 'ch-zh', {});
    const find = async (name: string) =>
      (await registries.of('ch-zh').search(nameQuery(name, 'ch-zh'), AbortSignal.timeout(10_000))).records;
    expect(registries.offer('ch-zh')).toEqual({ tiers: ['quick'], coverage: 'active_only' });
    const [record] = await find('Einhorn Laternen GmbH');
    expect(record).toMatchObject({
      name: 'Einhorn Laternen GmbH',
      status: 'active',
      entityType: 'Limited liability company',
    });
    await expect(registries.of('ch-zh').fetch(record!.id, AbortSignal.timeout(10_000))).resolves.toMatchObject({
      id: record!.id,
      details: { principalAddress: { region: 'ZH' } },
    });
    await expect(find('ofable sons')).resolves.toMatchObject([{ name: "O'Fable & Sons GmbH" }]);
    expect((await find('Cancelled Castle Keepers GmbH')).map(({ name }) => name)).not.toContain(
      'CANCELLED Castle Keepers GmbH',
    );
    await registries.close();
    await sandbox.close();
  });

  it('offers deep verification and deleted companies for Switzerland with a login', async () => {
    const sandbox = await startSandbox();
    const registries = connect(sandbox, 'ch-zh', { ZEFIX_USERNAME: 'test', ZEFIX_PASSWORD: 'test' });
    expect(registries.offer('ch-zh')).toEqual({ tiers: ['quick', 'deep'], coverage: 'all' });
    const query = nameQuery('CANCELLED Castle Keepers GmbH', 'ch-zh');
    const { records } = await registries.of('ch-zh').search(query, AbortSignal.timeout(10_000));
    expect(records).toContainEqual(expect.objectContaining({ status: 'dissolved', goodStanding: false }));
    await registries.close();
    await sandbox.close();
  });

  it.each(['gb-eaw', 'gb-sct', 'gb-nir'])(
    'reports %s as unavailable without its key, naming the variable',
    async (code) => {
      const sandbox = await startSandbox();
      const without = connect(sandbox, code, {});
      expect(without.unavailableReason(code)).toContain('COMPANIES_HOUSE_API_KEY');
      const withKey = connect(sandbox, code, { COMPANIES_HOUSE_API_KEY: 'test' });
      expect(withKey.unavailableReason(code)).toBeUndefined();
      await Promise.all([without.close(), withKey.close(), sandbox.close()]);
    },
  );

  it('offers only quick verification for Texas without a key', async () => {
    const sandbox = await startSandbox();
    const without = connect(sandbox, 'us-tx', {});
    expect(without.offer('us-tx')).toEqual({ tiers: ['quick'], coverage: 'franchise_taxpayers' });
    const withKey = connect(sandbox, 'us-tx', { TX_COMPTROLLER_API_KEY: 'test' });
    expect(withKey.offer('us-tx').tiers).toEqual(['quick', 'deep']);
    await Promise.all([without.close(), withKey.close(), sandbox.close()]);
  });
});
