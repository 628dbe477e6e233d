import { randomBytes, randomUUID } from 'node:crypto';
import type { Id } from '../../ids.js';
import { apiKeyDigest } from '../keys/api-key.js';
import { ConsoleSessions } from '../ports.js';
import { Injectable } from '../../injectable.js';

export const CONSOLE_SESSION_MS = 14 * 86_400_000;
const SECRET_BYTES = 32;

/**
 * Signs a browser in to the console after its owner has proved their identity. Returns the cookie
 * value, which is not stored.
 */
@Injectable()
export class OpenConsoleSession {
  constructor(private readonly sessions: ConsoleSessions) {}

  async run(accountId: Id<'acc'>): Promise<string> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await this.sessions.open({ digest: apiKeyDigest(secret), id: randomUUID(), accountId, ttlMs: CONSOLE_SESSION_MS });
    return secret;
  }
}
