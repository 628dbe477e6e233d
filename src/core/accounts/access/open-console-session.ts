import { randomBytes, randomUUID } from 'node:crypto';
import type { Id } from '../../ids.js';
import { apiKeyDigest } from '../keys/api-key.js';
import type { ConsoleSessions } from '../ports.js';

/** As long as a browser stays signed in. */
export const CONSOLE_SESSION_MS = 14 * 86_400_000;
const SECRET_BYTES = 32;

/**
 * Signs a browser in at the console, for an owner who has just proved who they are. Returns what
 * its cookie holds, which is kept nowhere here.
 */
export class OpenConsoleSession {
  constructor(private readonly sessions: ConsoleSessions) {}

  async run(accountId: Id<'acc'>): Promise<string> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await this.sessions.open({ digest: apiKeyDigest(secret), id: randomUUID(), accountId, ttlMs: CONSOLE_SESSION_MS });
    return secret;
  }
}
