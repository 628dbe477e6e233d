import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import { Transaction } from '../ports.js';
import { RecordErasure } from '../records/ports.js';
import { ADMINISTRATION, type Admin, AuditTrail } from './ports.js';

/**
 * Erases from one record what may name a person. The names of businesses go too, since those of
 * sole traders are names of persons. That there was a question and an answer stays.
 */
@Injectable()
export class EraseRecord {
  constructor(
    private readonly records: RecordErasure,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  run(admin: Admin, id: Id<'rec'> | undefined, reason: string): Promise<Id<'rec'>> {
    return this.transaction.interactive(async (tx) => {
      if (!id || !(await this.records.erase(tx, id))) throw new AppError('NOT_FOUND');
      const action = 'erase personal data of record';
      await this.audit.record(tx, { admin, action, subject: id, reason, details: {} });
      return id;
    }, ADMINISTRATION);
  }
}
