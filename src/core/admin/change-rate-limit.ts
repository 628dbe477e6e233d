import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { ADMINISTRATION, type Admin, AuditTrail, AdminAccounts } from './ports.js';
import { Injectable } from '../injectable.js';

/** Lets an administrator set the rate limit of a key, effective from its next request. */
@Injectable()
export class ChangeRateLimit {
  constructor(
    private readonly accounts: AdminAccounts,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run(
    admin: Admin,
    keyId: Id<'key'> | undefined,
    { perMinute, reason }: { perMinute: number; reason: string | undefined },
  ): Promise<Id<'key'>> {
    return this.transaction.interactive(async (tx) => {
      const before = keyId && (await this.accounts.setRateLimit(tx, keyId, perMinute));
      if (!keyId || before === undefined) throw new AppError('NOT_FOUND', { message: 'No key has this id.' });
      const details = { rate_limit: perMinute, rate_limit_before: before };
      await this.audit.record(tx, { admin, action: 'change rate limit', subject: keyId, reason, details });
      return keyId;
    }, ADMINISTRATION);
  }
}
