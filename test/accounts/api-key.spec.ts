import { InProcessRateLimits } from '../../src/adapters/in-process/rate-limits.js';
import {
  apiKeyDigest,
  apiKeyPrefix,
  CredentialLookups,
  generateApiKey,
  isWellFormedApiKey,
} from '../../src/core/accounts/keys/api-key.js';
import { fc } from '../support/property.js';

describe('an API key', () => {
  it('is well formed, unique, and has a prefix of eight characters', () => {
    const keys = Array.from({ length: 200 }, generateApiKey);
    expect(keys.every(isWellFormedApiKey)).toBe(true);
    expect(new Set(keys).size).toBe(200);
    expect(keys.every((key) => /^stnd_[0-9A-Za-z]{38}$/.test(key) && apiKeyPrefix(key) === key.slice(0, 8))).toBe(true);
  });

  it('is malformed with any one character changed', () => {
    const key = generateApiKey();
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 42 }), fc.constantFrom(...'0123456789ABCXYZabcxyz'), (at, letter) => {
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        expect(isWellFormedApiKey(changed)).toBe(changed === key);
      }),
    );
  });

  it('rejects any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)));
    expect(isWellFormedApiKey(` ${generateApiKey()}`)).toBe(false);
  });

  it('is stored as 32 bytes that do not contain it', () => {
    const key = generateApiKey();
    expect(apiKeyDigest(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(apiKeyDigest(key), 'hex').toString('latin1')).not.toContain(key.slice(5, 12));
  });
});

describe('CredentialLookups', () => {
  it('limits concurrent lookups from one network to those that may still fail', async () => {
    const lookups = new CredentialLookups(new InProcessRateLimits({ now: () => new Date(0) }), { agents: 2, open: 2 });
    let find = (_holder: string) => {};
    const found = new Promise<string>((resolve) => (find = resolve));
    const lookup = (holder: () => Promise<string>) => lookups.find(generateApiKey(), '192.0.2.1', holder);
    const first = [lookup(() => found), lookup(() => found)];
    await expect(lookup(async () => 'another')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    find('its holder');
    await expect(Promise.all(first)).resolves.toEqual(['its holder', 'its holder']);
    await expect(lookup(async () => 'another')).resolves.toBe('another');
  });
});
