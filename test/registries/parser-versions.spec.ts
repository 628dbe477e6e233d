import { BULK_FORMATS } from '../../src/registers/adapters.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import { JURISDICTIONS } from '../../src/core/registries/jurisdictions.js';

async function parserVersions(credentials: Credentials): Promise<Map<string, number>> {
  const registries = new ConfiguredRegistries({
    mode: 'live',
    urls: {},
    credentials,
    timeoutMs: 1_000,
    log: { warn: () => undefined },
  });
  const found = JURISDICTIONS.map(({ code }) => [code, registries.parserVersion(code)] as const);
  await registries.close();
  return new Map(found);
}

describe('the version of a parser', () => {
  it('exists for every register, whether it can be asked or not', async () => {
    const numbers = await parserVersions({});
    expect([...numbers].filter(([, number]) => !Number.isInteger(number) || number < 1)).toEqual([]);
    expect(BULK_FORMATS.filter(({ parserVersion }) => !Number.isInteger(parserVersion) || parserVersion < 1)).toEqual(
      [],
    );
  });

  it('differs only where credentials select another adapter', async () => {
    const open = await parserVersions({});
    const known = await parserVersions({
      texasApiKey: 'key',
      zefix: { username: 'name', password: 'word' },
      socrataAppToken: 'token',
    });
    const differing = JURISDICTIONS.map(({ code }) => code).filter((code) => open.get(code) !== known.get(code));
    expect(differing).toEqual(['us-tx', 'ch-zh']);
  });
});
