import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { FlakyCounter, forcedOutcome } from '@standing/sandbox/forced-outcomes';
import { isForced, type Sandbox, startSandbox } from '@standing/sandbox';
import { published } from '../support/published.js';

const CODES = ['us-co', 'us-ct', 'us-ny'];

describe('a forced outcome', () => {
  it.each([
    ['Sandbox Timeout LLC', 'timeout'],
    ["$where=upper(entityname) like '%SANDBOX%UNAVAILABLE%'", 'unavailable'],
    ["$where=upper(name) like '%SANDBOX%SLOW%' and upper(name) not like '__%'", 'slow'],
    ["replace(upper(name),' ','') like '%SANDBOX%FLAKY%'", 'flaky'],
    ['$q=sandbox+garbage+l.l.c.&$limit=1', 'garbage'],
    ['%24where%3Dupper(name)%20like%20%27%25SANDBOX%25FLAKY%25%27', 'flaky'],
    ['{"searchValue":"Sandbox Slow, LLC","from":0}', 'slow'],
    ['name=sandbox_timeout', 'timeout'],
    ['navn=Sandbox+Somewhere&size=100', 'somewhere'],
  ])('is recognised in %s', (text, outcome) => {
    expect(forcedOutcome(text)).toBe(outcome);
    expect(isForced(text)).toBe(true);
  });

  it.each([
    'Sandbox Lanterns LLC',
    "like '%SANDBOX%SLOW%FOOD%'",
    'Sandbox Slow Food LLC',
    'Mysandbox Slow LLC',
    'Sandbox Slowly LLC',
    "like '%SANDBOX%' and upper(name) like '%SLOW%'",
    '%E0%A4%A',
  ])('is not recognised in %s', (text) => {
    expect(isForced(text)).toBe(false);
  });

  it('fails the flaky name twice per question, and forgets it after ten seconds', () => {
    let time = 0;
    const flaky = new FlakyCounter(() => time);
    const asked = (code: string) => flaky.fails(code);
    expect(['us-co', 'us-co', 'us-ny', 'us-co', 'us-co'].map(asked)).toEqual([true, true, true, false, false]);
    time += 9_999;
    expect(asked('us-co')).toBe(false);
    time += 10_001;
    expect(asked('us-co')).toBe(true);
  });

  describe('a forced outcome through the adapters', () => {
    let sandbox: Sandbox;
    let registries: ConfiguredRegistries;

    beforeAll(async () => {
      sandbox = await startSandbox();
      registries = new ConfiguredRegistries({
        registers: REGISTERS,
        mode: 'sandbox',
        sandboxOrigin: sandbox.origin,
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

    const search = (code: string, name: string) =>
      registries.of(code).search(nameQuery(name, code), AbortSignal.timeout(10_000));

    it('fails with a timeout', async () => {
      const tries = CODES.map((code) => search(code, 'Sandbox Timeout LLC').catch((error: unknown) => error));
      for (const error of await Promise.all(tries)) expect(error).toMatchObject({ failure: 'timeout' });
    });

    it.each(CODES)('fails as unavailable in %s', async (code) => {
      await expect(search(code, 'sandbox unavailable l.l.c.')).rejects.toMatchObject({ failure: 'unavailable' });
    });

    it.each(CODES)('fails with an unreadable response in %s', async (code) => {
      await expect(search(code, 'Sandbox Garbage LLC')).rejects.toMatchObject({
        failure: 'unavailable',
        detail: { ours: true },
      });
    });

    it.each(CODES)('fails two attempts for the flaky name, then finds it, deep too, in %s', async (code) => {
      await expect(search(code, 'Sandbox Flaky LLC')).rejects.toMatchObject({ failure: 'unavailable' });
      await expect(search(code, 'Sandbox Flaky LLC')).rejects.toMatchObject({ failure: 'unavailable' });
      const { records } = await search(code, 'Sandbox Flaky LLC');
      expect(records).toMatchObject([{ name: 'Sandbox Flaky LLC', status: 'active' }]);
      await expect(registries.of(code).fetch(records[0]!.id, AbortSignal.timeout(5_000))).resolves.toMatchObject({
        name: 'Sandbox Flaky LLC',
        details: {
          registeredAgent: { name: 'Sandbox Registered Agents Inc.' },
          filingHistorySummary: { totalFilings: 2 },
        },
      });
    });

    it('finds the slow name after a second and a half, under its own identifier', async () => {
      const startedAt = Date.now();
      const found = await Promise.all(CODES.map((code) => search(code, 'Sandbox Slow LLC')));
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_490);
      for (const { records } of found) expect(records).toMatchObject([{ name: 'Sandbox Slow LLC' }]);
      const flaky = await published(registries.of('us-co').fetch('20159999001', AbortSignal.timeout(5_000)));
      expect(flaky?.name).toBe('Sandbox Flaky LLC');
      expect(found[0]!.records[0]!.id).not.toBe('20159999001');
    });

    it('never opens a breaker, however often it is requested', async () => {
      for (let call = 0; call < 25; call += 1) await search('us-co', 'Sandbox Unavailable LLC').catch(() => undefined);
      expect(registries.status('us-co')).toBe('operational');
      await expect(search('us-co', 'Imaginary Lanterns LLC')).resolves.toMatchObject({ complete: true });
    });
  });
});
