import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { startRegisterDouble, type RegisterDouble } from './register-double.js';
import { asking } from './registry.suite.js';

describe('a Socrata register', () => {
  let double: RegisterDouble;
  let registries: ConfiguredRegistries;

  beforeEach(async () => {
    double = await startRegisterDouble();
    double.replyWith(() => ({ body: '[]' }));
    registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { 'us-co': double.origin, 'us-or': double.origin, 'us-pa': double.origin },
      credentials: {},
      timeoutMs: 2_000,
      log: { warn: () => undefined },
      onRowSkipped: () => undefined,
      now: () => Date.parse('2026-11-20T12:00:00Z'),
    });
  });
  afterEach(async () => {
    await registries.close();
    await double.close();
  });

  it.each([
    ['us-or', true],
    ['us-pa', true],
    ['us-co', false],
  ])('asks %s to group its rows into one per entity: %s', async (code, hasSeveral) => {
    await registries.of(code).search(asking('Imaginary Lanterns LLC'), new AbortController().signal);
    const [{ query }] = double.requests as [RegisterDouble['requests'][number]];
    expect(query.get('$group')).toBe(hasSeveral ? query.get('$select') : null);
  });
});
