import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { ApiKeys } from '../ports.js';
import { Injectable } from '../../injectable.js';

/** Revokes a key permanently. Another account's key is reported as not found. */
@Injectable()
export class RevokeKey {
  constructor(private readonly keys: ApiKeys) {}

  async run(accountId: Id<'acc'>, keyId: Id<'key'> | undefined): Promise<void> {
    if (keyId && (await this.keys.revoke(accountId, keyId))) return;
    throw new AppError('NOT_FOUND', { message: 'This account has no key with this id.' });
  }
}
