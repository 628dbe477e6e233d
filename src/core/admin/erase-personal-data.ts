import type { PersonalData } from '../entities/personal-data.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import type { Admin, AuditTrail } from './ports.js';

/** A person asked not to be named any more: what could name them goes from an entity, the business itself stays verifiable. */
export class ErasePersonalData {
  constructor(
    private readonly personalData: PersonalData,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run(admin: Admin, id: Id<'ent'> | undefined, reason: string): Promise<Id<'ent'>> {
    return this.transaction.interactive(async (tx) => {
      if (!id || !(await this.personalData.erase(tx, id))) throw new AppError('ENTITY_NOT_FOUND');
      await this.audit.record(tx, { admin, action: 'erase personal data', subject: id, reason, details: {} });
      return id;
    });
  }
}
