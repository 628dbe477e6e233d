import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Passwords } from '../../core/accounts/ports.js';

/**
 * argon2id with the first recommendation of OWASP's password storage cheat sheet: 19 MiB, two
 * passes, one lane.
 */
const ARGON2ID = 2;
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export class Argon2Passwords extends Passwords {
  private nobodysHash: Promise<string> | undefined;

  async hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), SETTINGS);
  }

  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const same = await verify(stored ?? (await this.nobodys()), password.normalize('NFC'));
    return same && stored !== undefined;
  }

  private nobodys(): Promise<string> {
    this.nobodysHash ??= this.hash(randomUUID());
    return this.nobodysHash;
  }
}
