import { Jurisdictions } from '../registries/jurisdictions.js';
import type { Caller } from '../accounts/account.js';
import { invalid, refused, type InvalidRequest } from '../invalid-request.js';
import { requireAllowed, requireOwn } from '../accounts/caller-limits.js';
import type { Entity } from '../entities/entity.js';
import { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import {
  type Idempotency,
  type OutcomeRecorder,
  type Replayable,
  RunIdempotently,
} from '../idempotency/run-idempotently.js';
import { newId, type Id } from '../ids.js';
import { MAX_WATCHES } from '../limits.js';
import { Transaction } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import { Registries } from '../registries/ports.js';
import { AddressGuard } from '../webhooks/public-address.js';
import { narrowedTo, type ChangeCode } from './comparison/compare.js';
import { type NewWatch, Watches, WatchClock } from './ports.js';
import { readingsOf, recordStateOf, UNKNOWN_PARSER_VERSION, type RecordState } from './comparison/record-state.js';
import { nextCheck } from './schedule/schedule.js';
import { requireConfirmedMonth } from './month-price.js';
import { type Period, type Watch, watchNotFound } from './watch.js';
import { Injectable } from '../injectable.js';

export interface WatchRequest {
  /** `undefined`: malformed, so it matches no entity. */
  entityId: Id<'ent'> | undefined;
  every: Period;
  tier: Tier;
  on: readonly ChangeCode[] | undefined;
  /** Unvalidated. */
  webhookUrl: string | undefined;
  maxCreditsPerMonth: number | undefined;
  /** The owner's own. */
  reference?: string | undefined;
}

/**
 * Starts to watch an entity. No register is queried yet: the first check compares with what is
 * already known.
 */
@Injectable()
export class CreateWatch {
  constructor(
    private readonly watches: Watches,
    private readonly entities: Entities,
    private readonly registries: Registries,
    private readonly jurisdictions: Jurisdictions,
    private readonly clock: WatchClock,
    private readonly transaction: Transaction,
    private readonly addressGuard: AddressGuard,
    private readonly runIdempotently: RunIdempotently,
  ) {}

  async run(caller: Caller, request: WatchRequest, idempotency: Idempotency): Promise<Replayable<Watch>> {
    const { accountId } = caller;
    const { outcome: id, replayed } = await this.runIdempotently.run<Id<'wch'>>(
      { accountId, ...idempotency },
      (recorder) => this.create(caller, request, recorder),
    );
    const watch = await this.watches.find(accountId, id);
    if (!watch) throw watchNotFound();
    if (replayed) requireOwn(caller, watch);
    return { outcome: watch, replayed };
  }

  private async create(
    caller: Caller,
    request: WatchRequest,
    recorder: OutcomeRecorder<Id<'wch'>>,
  ): Promise<Id<'wch'>> {
    const { entityId, webhookUrl: address } = request;
    const webhookUrl = address === undefined ? undefined : await this.addressGuard.register(address);
    const entity = entityId && (await this.entities.find(entityId));
    if (!entity) throw new AppError('ENTITY_NOT_FOUND');
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    this.jurisdictions.requireKnown([entity.jurisdiction]);
    requireAllowed(caller.limits, [entity.jurisdiction], request.tier);
    const watch = { ...(await this.newWatch(caller, request, entity)), webhookUrl };
    requireConfirmedMonth(caller.limits, watch, watch.nextCheckAt === undefined);
    return this.transaction.interactive(async (tx) => {
      const added = await this.watches.add(tx, watch, MAX_WATCHES);
      if (added === 'full') throw tooMany();
      if (added !== 'added') throw watchedAlready(added.exists);
      await tx.write(recorder.record(watch.id));
      return watch.id;
    }, caller.accountId);
  }

  private async newWatch(
    { accountId, keyId, grantId }: Caller,
    request: WatchRequest,
    entity: Entity,
  ): Promise<Omit<NewWatch, 'webhookUrl'>> {
    const { every, on, maxCreditsPerMonth, reference } = request;
    const { id: entityId, jurisdiction, record } = entity;
    const tier = offeredTier(this.registries, jurisdiction, request.tier);
    const mirrored = this.registries.asOf(jurisdiction) !== undefined;
    const { beganAt, isSandbox: sandbox } = this.clock;
    const after = await this.clock.now();
    return {
      id: newId('wch'),
      accountId,
      keyId,
      grantId,
      entityId,
      jurisdiction,
      sandbox,
      every,
      tier,
      on: narrowedTo(on),
      maxCreditsPerMonth,
      reference,
      nextCheckAt: mirrored ? undefined : nextCheck({ jurisdiction, recordId: record.id }, every, { beganAt, after }),
      ...(await this.baselineOf(entity, tier)),
    };
  }

  /** Dates each part by its own reading, which may be older than the one that others have seen. */
  private async baselineOf(
    entity: Entity,
    tier: Tier,
  ): Promise<Pick<NewWatch, 'seen' | 'seenAt' | 'seenParserVersion' | 'detailReadings'>> {
    const { provenance, deep, record } = entity;
    const seen: RecordState = { ...recordStateOf(entity, tier), ...(record.isBrief && { isBrief: true }) };
    const detailsRead = deep && {
      at: await this.clock.shownAt(deep.retrievedAt),
      parserVersion: deep.parserVersion ?? UNKNOWN_PARSER_VERSION,
    };
    return {
      seen,
      seenAt: await this.clock.shownAt(provenance.retrievedAt),
      seenParserVersion: provenance.parserVersion ?? UNKNOWN_PARSER_VERSION,
      detailReadings: detailsRead ? readingsOf(seen.details, detailsRead) : {},
    };
  }
}

/** Deep falls back to quick where the register does not offer it, as in a verification. */
export function offeredTier(registries: Registries, jurisdiction: string, asked: Tier): Tier {
  return registries.offer(jurisdiction).tiers.includes(asked) ? asked : 'quick';
}

function watchedAlready(watchId: Id<'wch'>): InvalidRequest {
  return invalid('entity_id', `is already watched by this account: ${watchId}`, {
    details: { watch_id: watchId },
    nextStep: 'change_watch',
  });
}

function tooMany(): InvalidRequest {
  const message = `This account has ${MAX_WATCHES} watches, the maximum.`;
  return refused('entity_id', message, {
    details: { watches: MAX_WATCHES },
    suggestion: 'Delete watches that you no longer need.',
  });
}
