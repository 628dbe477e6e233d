import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { exchangeWith, SANDBOX_ORIGIN } from '../../src/bootstrap/sandbox-exchange.js';
import { identifiersOf, registrationOf } from '../../src/core/entities/verified-entity.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { isForced, SandboxRegisters } from '@standing/sandbox';

const never = new AbortController().signal;
const FOREIGN = 'Far Kingdom Imports, Inc.';

let registries: ConfiguredRegistries;

beforeAll(() => {
  registries = new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'sandbox',
    exempt: isForced,
    urls: {},
    timeoutMs: 20_000,
    log: { warn: () => undefined },
    sandboxOrigin: SANDBOX_ORIGIN,
    sandboxExchange: exchangeWith(new SandboxRegisters()),
    credentials: {},
  });
});

afterAll(() => registries.close());

async function registered(code: string, name: string) {
  const { records } = await registries.of(code).search(nameQuery(name, code), never);
  const record = records.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!record) throw new Error(`${code} does not list ${name}`);
  return { record, registration: registrationOf(record) };
}

it.each([
  ['us-co', { jurisdiction: 'us-de', name: 'DE' }],
  ['us-ct', { jurisdiction: 'us-de', name: 'DE' }],
  ['us-ny', { jurisdiction: 'us-de', name: 'Delaware' }],
  ['us-or', { jurisdiction: 'us-de', name: 'DELAWARE' }],
])('states where a foreign company of %s was formed', async (code, home) => {
  const { registration } = await registered(code, FOREIGN);
  expect(registration).toEqual({ kind: 'foreign', home, basis: 'stated' });
});

it.each(['us-pa', 'us-tx', 'us-dc'])('states only that a company of %s is foreign', async (code) => {
  const { registration } = await registered(code, FOREIGN);
  expect(registration).toEqual({ kind: 'foreign', basis: 'stated' });
});

it.each(['us-co', 'us-ct', 'us-ny', 'us-or', 'us-pa', 'us-tx'])(
  'states that a company of %s is domestic',
  async (code) => {
    const { registration } = await registered(code, 'Wyvern Make-Believe Supply LLC');
    expect(registration).toEqual({ kind: 'domestic', basis: 'stated' });
  },
);

it('lists the number from the Secretary of State of Texas beside the taxpayer number', async () => {
  const { record } = await registered('us-tx', FOREIGN);
  expect(identifiersOf('us-tx', record)).toEqual([
    { scheme: 'US-TX', value: record.id },
    { scheme: 'RA000637', value: expect.stringMatching(/^08\d{8}$/) as unknown as string },
  ]);
});
