import { Argon2Passwords } from '../../src/adapters/argon2/passwords.js';

const passwords = new Argon2Passwords();

describe('a password', () => {
  it('is kept as argon2id with 19 MiB, two passes and one lane, never twice the same', async () => {
    const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  it('matches only the one that was hashed, however its accents are encoded', async () => {
    const stored = await passwords.hash('caf\u00E9 horse');
    expect(await passwords.matches('cafe\u0301 horse', stored)).toBe(true);
    expect(await passwords.matches('cafe horse', stored)).toBe(false);
  });

  it('never matches for an account without one, after the same work on a dummy hash', async () => {
    const fresh = new Argon2Passwords();
    const hashed = jest.spyOn(fresh, 'hash');
    expect(await fresh.matches('correct horse', undefined)).toBe(false);
    expect(await fresh.matches('correct horse', undefined)).toBe(false);
    expect(hashed).toHaveBeenCalledTimes(1);
    expect(await passwords.matches('', undefined)).toBe(false);
  });
});
