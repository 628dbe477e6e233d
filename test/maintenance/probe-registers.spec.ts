import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { ProbeRegisters } from '../../src/core/maintenance/probe-registers.js';
import { JurisdictionSwitches } from '../../src/core/registries/ports.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { startRegisterDouble, type RegisterDouble } from '../registries/register-double.js';
import { MemoryLog } from '../support/fakes.js';

class Switches extends JurisdictionSwitches {
  readonly off = new Set<string>();

  async set(): Promise<void> {}
}

const never = new AbortController().signal;

describe('a failed register without requests', () => {
  let double: RegisterDouble;
  let registries: ConfiguredRegistries;
  let switches: Switches;
  let probe: ProbeRegisters;
  let time = 0;
  beforeEach(async () => {
    double = await startRegisterDouble();
    registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { 'us-co': double.origin },
      credentials: {},
      pace: {},
      timeoutMs: 2_000,
      log: new MemoryLog(),
      now: () => time,
    });
    switches = new Switches();
    probe = new ProbeRegisters(registries, switches);
    double.replyWith(() => ({ status: 500, body: '' }));
    // Different names, each in its own call: one name that a register stumbles over says nothing
    // about the others.
    const failing = Array.from({ length: 10 }, (_, at) => {
      const query = nameQuery(`Any Name ${'ABCDEFGHIJ'.charAt(at)} LLC`, 'us-co');
      return registries.of('us-co').search(query, new AbortController().signal);
    });
    await Promise.allSettled(failing);
    double.requests.length = 0;
  });
  afterEach(async () => {
    await registries.close();
    await double.close();
  });

  it('is not probed while it cools down, then once, and is operational when it answers', async () => {
    expect(registries.status('us-co')).toBe('down');
    await probe.run(never);
    expect(double.requests).toHaveLength(0);
    time += 4_000;
    expect(registries.status('us-co')).toBe('degraded');
    double.replyWith(() => ({ body: '[]' }));
    await probe.run(never);
    expect(double.requests.length).toBeGreaterThan(0);
    expect(registries.status('us-co')).toBe('operational');
    const asked = double.requests.length;
    await probe.run(never);
    expect(double.requests).toHaveLength(asked);
  });

  it('is down again when the probe fails, and is not probed after an administrator disabled it', async () => {
    time += 4_000;
    await probe.run(never);
    expect(registries.status('us-co')).toBe('down');
    const asked = double.requests.length;
    time += 8_000;
    switches.off.add('us-co');
    await probe.run(never);
    expect(double.requests).toHaveLength(asked);
  });
});
