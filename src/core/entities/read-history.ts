import type { Caller } from '../accounts/account.js';
import { requireAllowed, requireConfirmed } from '../accounts/caller-limits.js';
import type { CreditsLeft } from '../billing/charge.js';
import { Ledger } from '../billing/ports.js';
import { PRICES, requireWithin } from '../billing/pricing.js';
import { AppError } from '../errors.js';
import {
  type Idempotency,
  type OutcomeRecorder,
  type Replayable,
  RunIdempotently,
} from '../idempotency/run-idempotently.js';
import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import { Transaction } from '../ports.js';
import type { Entity } from './entity.js';
import { Entities, Snapshots } from './ports.js';
import { notKnownYet } from './read-entity.js';
import { viewSnapshot, type Snapshot, type SnapshotView } from './snapshot.js';
import { Injectable } from '../injectable.js';

export interface HistoryRequest {
  entityId: Id<'ent'> | undefined;
  /** End of the history; `undefined` for all of it. */
  asOf: Date | undefined;
  page: Page;
  maxCredits: number | undefined;
}

export interface History extends Paged<SnapshotView> {
  entityId: Id<'ent'>;
  creditsCharged: number;
  /** After the charge; `undefined` if nothing was charged. */
  left: CreditsLeft | undefined;
}

/** Stored under an Idempotency-Key, to read the same page again. */
interface ReadPage {
  creditsCharged: number;
  left?: CreditsLeft | undefined;
  total: number;
  /** Time of its first snapshot, in ISO 8601; `undefined` for an empty page. */
  newest: string | undefined;
}

/**
 * Returns the changes of an entity over time, at the tier the account has paid for. An empty page
 * is free. A page read again within a minute is part of the same charge, so a repeated request is
 * paid once.
 */
@Injectable()
export class ReadHistory {
  constructor(
    private readonly entities: Entities,
    private readonly snapshots: Snapshots,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly runIdempotently: RunIdempotently,
  ) {}

  async run(caller: Caller, request: HistoryRequest, idempotency: Idempotency): Promise<Replayable<History>> {
    const { accountId, emailVerified } = caller;
    const { entityId, asOf, page } = request;
    const entity = entityId && (await this.entities.find(entityId));
    if (!entity) throw new AppError('ENTITY_NOT_FOUND');
    if (!emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    requireAllowed(caller.limits, [entity.jurisdiction], undefined);
    let items: readonly Snapshot[] | undefined;
    const { outcome, replayed } = await this.runIdempotently.run<ReadPage>(
      { accountId, ...idempotency },
      async (recorder) => {
        const paged = await this.snapshots.page(entity.id, asOf, page);
        if (paged.total === 0) throw notKnownYet(asOf);
        requireWithin(request.maxCredits, PRICES.history);
        requireConfirmed(caller.limits, PRICES.history, request.maxCredits);
        ({ items } = paged);
        const newest = items[0]?.verifiedAt.toISOString();
        return this.charge(caller, entity, request, { creditsCharged: 0, total: paged.total, newest }, recorder);
      },
    );
    const { creditsCharged, left, total } = outcome;
    const shown = items ?? (await this.readAgain(entity.id, outcome, page));
    const tier = await this.entities.paidTier(accountId, entity.id);
    const views = shown.map((snapshot) => viewSnapshot(entity, snapshot, tier));
    return { outcome: { entityId: entity.id, items: views, total, creditsCharged, left }, replayed };
  }

  /** Charges nothing for an empty page, or for a page charged within the last minute. */
  private async charge(
    { accountId, keyId, grantId }: Caller,
    entity: Entity,
    { asOf, page }: HistoryRequest,
    read: ReadPage,
    recorder: OutcomeRecorder<ReadPage>,
  ): Promise<ReadPage> {
    if (read.newest === undefined) return read;
    const name = ['history', entity.id, asOf?.toISOString() ?? 'now', page.limit, page.offset].join(' ');
    return this.transaction.interactive(async (tx) => {
      if (!(await this.ledger.beginPricedRead(tx, accountId, name))) return read;
      const charged = { ...read, creditsCharged: PRICES.history };
      const charge = this.ledger.charge({
        accountId,
        keyId,
        grantId,
        entityId: entity.id,
        entityName: entity.record.name,
        jurisdiction: entity.jurisdiction,
        operation: 'history',
        amountCredits: PRICES.history,
        description: `History of ${entity.id}`,
      });
      const written = await tx.write([charge, ...recorder.record(charged)]);
      return { ...charged, left: written.resultOf(charge) };
    }, accountId);
  }

  /** Returns the same page, whatever was added in front of it since. */
  private async readAgain(entityId: Id<'ent'>, { newest }: ReadPage, { limit }: Page): Promise<readonly Snapshot[]> {
    if (newest === undefined) return [];
    // The database has microseconds.
    const until = new Date(Date.parse(newest) + 1);
    return (await this.snapshots.page(entityId, until, { limit, offset: 0 })).items;
  }
}
