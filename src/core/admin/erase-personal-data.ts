import { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { EvidenceErasure } from '../evidence/ports.js';
import { Transaction } from '../ports.js';
import { WatchPauses, WatchClock } from '../watches/ports.js';
import { ADMINISTRATION, type Admin, AuditTrail } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * Erases a person's data on request: the entity loses what could identify the person, but the
 * business stays verifiable. Its watches pause.
 */
@Injectable()
export class ErasePersonalData {
  constructor(
    private readonly entities: Entities,
    private readonly pauses: WatchPauses,
    private readonly world: WatchClock,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
    private readonly evidence: EvidenceErasure,
  ) {}

  async run(admin: Admin, id: Id<'ent'> | undefined, reason: string): Promise<Id<'ent'>> {
    const sandboxTime = this.world.isSandbox ? await this.world.now() : undefined;
    const erased = await this.transaction.interactive(async (tx) => {
      if (!id || !(await this.entities.erasePersonalData(tx, id))) throw new AppError('ENTITY_NOT_FOUND');
      await this.pauses.erase(tx, id, ({ id: watchId, reference }) => ({
        reference,
        fact: { event: 'watch.paused', reason: 'erased' },
        watchId,
        entityId: id,
        snapshotId: undefined,
        sandboxTime,
      }));
      await this.audit.record(tx, { admin, action: 'erase personal data', subject: id, reason, details: {} });
      return id;
    }, ADMINISTRATION);
    await this.evidence.finish(erased);
    return erased;
  }
}
