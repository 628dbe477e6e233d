import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import { catalogue } from '../../src/core/registries/jurisdictions.js';

async function parserVersions(credentials: Credentials): Promise<Map<string, number>> {
  const registries = new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'live',
    urls: {},
    credentials,
    timeoutMs: 1_000,
    log: { warn: () => undefined },
  });
  const found = catalogue().map(({ code }) => [code, registries.parserVersion(code)] as const);
  await registries.close();
  return new Map(found);
}

describe('the version of a parser', () => {
  it('exists for every register, whether it can be asked or not', async () => {
    const numbers = await parserVersions({});
    expect([...numbers].filter(([, number]) => !Number.isInteger(number) || number < 1)).toEqual([]);
    expect(
      REGISTERS.formats.filter(({ parserVersion }) => !Number.isInteger(parserVersion) || parserVersion < 1),
    ).toEqual([]);
  });

  it('differs only where credentials select another adapter', async () => {
    const open = await parserVersions({});
    const known = await parserVersions({
      TX_COMPTROLLER_API_KEY: 'key',
      ZEFIX_USERNAME: 'name',
      ZEFIX_PASSWORD: 'word',
      SOCRATA_APP_TOKEN: 'token',
    });
    const differing = catalogue()
      .map(({ code }) => code)
      .filter((code) => open.get(code) !== known.get(code));
    expect(differing).toEqual(['us-tx', 'ch-zh', 'ch']);
  });
});
