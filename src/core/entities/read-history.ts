import type { Caller } from '../accounts/account.js';
import type { Ledger } from '../billing/ports.js';
import { PRICES } from '../billing/pricing.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { Transaction } from '../ports.js';
import type { Entities, Snapshots } from './ports.js';
import { askedById, notKnownYet } from './read-entity.js';
import { viewSnapshot, type SnapshotView } from './snapshot.js';

export interface History extends Paged<SnapshotView> {
  entityId: Id<'ent'>;
  creditsCharged: number;
}

/** How an entity changed over time, as deep as the account has paid for. Only what there is to show is charged. */
export class ReadHistory {
  constructor(
    private readonly entities: Entities,
    private readonly snapshots: Snapshots,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
  ) {}

  async run(caller: Caller, id: Id<'ent'> | undefined, asOf: Date | undefined, page: Page): Promise<History> {
    const entity = id && (await this.entities.find(id));
    if (!entity) throw new AppError('ENTITY_NOT_FOUND');
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    const { items, total } = await this.snapshots.page(entity.id, asOf, page);
    if (total === 0) throw notKnownYet(asOf);
    const asked = (await this.entities.asked(caller.accountId, entity.id)) ?? askedById(entity);
    const charge = this.ledger.charge({
      accountId: caller.accountId,
      keyId: caller.keyId,
      operation: 'history',
      amountCredits: PRICES.history,
      description: `History of ${entity.id}`,
    });
    await this.transaction.commit([charge]);
    return {
      entityId: entity.id,
      items: items.map((snapshot) => viewSnapshot(entity, snapshot, asked)),
      total,
      creditsCharged: PRICES.history,
    };
  }
}
