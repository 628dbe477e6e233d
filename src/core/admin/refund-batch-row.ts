import { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { Ledger } from '../billing/ports.js';
import { ADMINISTRATION, type Admin, AuditTrail } from './ports.js';
import { Injectable } from '../injectable.js';

export interface RefundedRow {
  batchId: Id<'bat'>;
  line: number;
  creditsRefunded: number;
  balance: number;
}

/**
 * Lets an administrator refund the credits of a batch row, once. Its results stay as they are.
 * After the refund of a deep row, the account has access to the quick tier only.
 */
@Injectable()
export class RefundBatchRow {
  constructor(
    private readonly ledger: Ledger,
    private readonly entities: Entities,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run(
    admin: Admin,
    batchId: Id<'bat'> | undefined,
    line: number | undefined,
    reason: string,
  ): Promise<RefundedRow> {
    if (!batchId || line === undefined) throw notCharged();
    return this.transaction.interactive(async (tx) => {
      const refund = await this.ledger.refundRow(tx, { batchId, line }, 'Refund by support');
      if (refund === 'not charged') throw notCharged();
      if (refund === 'refunded before') {
        throw new AppError('ALREADY_REFUNDED', { message: 'The credits of this row were already refunded.' });
      }
      const { amountCredits: creditsRefunded, balance, deep } = refund;
      if (deep) await this.entities.lowerPaidTier(tx, deep.accountId, deep.entityId);
      const details = { line, credits_refunded: creditsRefunded };
      await this.audit.record(tx, { admin, action: 'refund batch row', subject: batchId, reason, details });
      return { batchId, line, creditsRefunded, balance };
    }, ADMINISTRATION);
  }
}

function notCharged(): AppError {
  return new AppError('NOT_FOUND', { message: 'No charged row of a batch has this id and line.' });
}
