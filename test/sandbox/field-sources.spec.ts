import { REGISTERS as TABLE } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { exchangeWith, SANDBOX_ORIGIN } from '../../src/bootstrap/sandbox-exchange.js';
import { Witness } from '../../src/core/registries/witness.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { isForced, SandboxRegisters } from '@standing/sandbox';
import { REGISTERS } from '@standing/sandbox/registers';
import { faultsOf } from '../registries/field-sources.js';

const never = new AbortController().signal;
const OPTIONS = {
  mode: 'sandbox',
  exempt: isForced,
  urls: {},
  timeoutMs: 20_000,
  log: { warn: () => undefined },
} as const;

let registries: ConfiguredRegistries;

beforeAll(() => {
  const sandboxExchange = exchangeWith(new SandboxRegisters());
  registries = new ConfiguredRegistries({
    registers: TABLE,
    ...OPTIONS,
    sandboxOrigin: SANDBOX_ORIGIN,
    sandboxExchange,
    credentials: {},
  });
});

afterAll(() => registries.close());

it.each(REGISTERS.map(({ code, vocabulary }) => [code, fictionalCompanies(vocabulary)] as const))(
  'locates every field of every company of %s in the response of the register',
  async (code, companies) => {
    const registry = registries.of(code);
    const faults: string[] = [];
    const ids = new Set<string>();
    for (const { name } of companies) {
      const witness = new Witness();
      const { records } = await registry.heardBy(witness).search(nameQuery(name, code), never);
      for (const record of records) ids.add(record.id);
      faults.push(...records.flatMap((record) => faultsOf(witness, record)));
    }
    for (const id of ids) {
      const witness = new Witness();
      const heard = registry.heardBy(witness);
      for (const found of [await heard.findByNumber(id, never), await heard.fetch(id, never)]) {
        if (found && 'name' in found) faults.push(...faultsOf(witness, found));
      }
    }
    expect(ids.size).toBeGreaterThanOrEqual(40);
    expect([...new Set(faults)].slice(0, 20)).toEqual([]);
  },
);
