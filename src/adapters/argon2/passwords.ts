import { hash, verify } from '@node-rs/argon2';
import { Passwords } from '../../core/accounts/ports.js';

/** argon2id with the first choice of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export class Argon2Passwords extends Passwords {
  async hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), SETTINGS);
  }

  async matches(password: string, stored: string): Promise<boolean> {
    return verify(stored, password.normalize('NFC'));
  }
}
