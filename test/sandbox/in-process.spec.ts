import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { exchangeWith, SANDBOX_ORIGIN } from '../../src/bootstrap/sandbox-exchange.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { isForced, type Sandbox, SandboxRegisters, startSandbox } from '@standing/sandbox';

const TIMEOUT_MS = 5_000;

const shared = {
  mode: 'sandbox',
  exempt: isForced,
  urls: {},
  credentials: {},
  log: { warn: () => undefined },
} as const;

let sandbox: Sandbox;
let overHttp: ConfiguredRegistries;
let inProcess: ConfiguredRegistries;

function within(timeoutMs: number): ConfiguredRegistries {
  const sandboxExchange = exchangeWith(new SandboxRegisters());
  return new ConfiguredRegistries({
    registers: REGISTERS,
    ...shared,
    timeoutMs,
    sandboxOrigin: SANDBOX_ORIGIN,
    sandboxExchange,
  });
}

function search(registries: ConfiguredRegistries, code: string, name: string) {
  return registries.of(code).search(nameQuery(name, code), AbortSignal.timeout(TIMEOUT_MS));
}

beforeAll(async () => {
  sandbox = await startSandbox();
  overHttp = new ConfiguredRegistries({
    registers: REGISTERS,
    ...shared,
    timeoutMs: TIMEOUT_MS,
    sandboxOrigin: sandbox.origin,
  });
  inProcess = within(TIMEOUT_MS);
});

afterAll(async () => {
  await Promise.all([overHttp.close(), inProcess.close()]);
  await sandbox.close();
});

it('does not offer a register that it does not play, and gives the reason', async () => {
  const registers = new SandboxRegisters();
  expect([registers.plays('no-03'), registers.plays('us-zz')]).toEqual([true, false]);
  const sandboxExchange = exchangeWith(registers);
  const options = { ...shared, timeoutMs: TIMEOUT_MS, sandboxOrigin: SANDBOX_ORIGIN, sandboxExchange };
  const plays = (code: string) => code !== 'no-03';
  const played = new ConfiguredRegistries({ registers: REGISTERS, ...options, plays });
  const elsewhere = new ConfiguredRegistries({
    registers: REGISTERS,
    ...options,
    plays,
    urls: { 'no-03': 'http://127.0.0.1:9' },
  });
  try {
    expect(played.unavailableReason('no-03')).toBe('The register of Oslo is not connected to this service.');
    expect([played.status('no-03'), played.sampleNames('no-03')]).toEqual(['down', undefined]);
    expect(played.unavailableReason('us-co')).toBeUndefined();
    expect(elsewhere.unavailableReason('no-03')).toBeUndefined();
  } finally {
    await Promise.all([played.close(), elsewhere.close()]);
  }
});

it('returns in process what it returns over HTTP, for every register', async () => {
  for (const code of sandbox.codes) {
    const [name = ''] = sandbox.sampleNames(code) ?? [];
    const there = await search(overHttp, code, name);
    expect(there.records.length).toBeGreaterThan(0);
    expect([code, await search(inProcess, code, name)]).toEqual([code, there]);
    const { id } = there.records[0]!;
    const fetched = await overHttp.of(code).fetch(id, AbortSignal.timeout(TIMEOUT_MS));
    expect([code, await inProcess.of(code).fetch(id, AbortSignal.timeout(TIMEOUT_MS))]).toEqual([code, fetched]);
  }
});

it('fails and stays silent in process for the names that force it', async () => {
  await expect(search(inProcess, 'us-co', 'Sandbox Unavailable LLC')).rejects.toMatchObject({ failure: 'unavailable' });
  await expect(search(inProcess, 'us-co', 'Sandbox Garbage LLC')).rejects.toMatchObject({ failure: 'unavailable' });
  const hasty = within(100);
  await expect(search(hasty, 'us-co', 'Sandbox Timeout LLC')).rejects.toMatchObject({ failure: 'timeout' });
  await hasty.close();
  const leaving = AbortSignal.abort(new Error('nobody waits any more'));
  await expect(inProcess.of('us-co').search(nameQuery('Sandbox Timeout LLC', 'us-co'), leaving)).rejects.toMatchObject({
    message: expect.stringContaining('gave up'),
  });
});
