import { Jurisdictions } from '../../registries/jurisdictions.js';
import type { Caller } from '../../accounts/account.js';
import { refused, type InvalidRequest } from '../../invalid-request.js';
import { requireAllowed, requireConfirmed, requireOwn } from '../../accounts/caller-limits.js';
import type { CreditsLeft } from '../../billing/charge.js';
import { Ledger } from '../../billing/ports.js';
import { PRICES, requireWithin, verificationCharge } from '../../billing/pricing.js';
import { Entities } from '../../entities/ports.js';
import { AppError } from '../../errors.js';
import {
  type Idempotency,
  type OutcomeRecorder,
  type Replayable,
  RunIdempotently,
} from '../../idempotency/run-idempotently.js';
import { newId, type Id } from '../../ids.js';
import { WriteConflict, Transaction } from '../../ports.js';
import { WatchChecks, Watches, WatchClock } from '../ports.js';
import { requireNotEnded, type Watch, watchNotFound } from '../watch.js';
import { Injectable } from '../../injectable.js';

/**
 * Each retry is due to a concurrent change of the watch; more than a few in a row are no
 * coincidence.
 */
const TRIES = 10;

interface Asking {
  caller: Caller;
  maxCredits: number | undefined;
}

export interface CheckAsked {
  jobId: Id<'job'>;
  creditsCharged: number;
  /** After its charge; `undefined` if nothing was charged. */
  left?: CreditsLeft | undefined;
}

/**
 * Checks an entity now, in addition to the schedule. Check, job and charge are one commit. A check
 * already under way is the answer, at no further cost.
 */
@Injectable()
export class CheckNow {
  constructor(
    private readonly watches: Watches,
    private readonly checks: WatchChecks,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly clock: WatchClock,
    private readonly jurisdictions: Jurisdictions,
    private readonly runIdempotently: RunIdempotently,
  ) {}

  async run(
    caller: Caller,
    id: Id<'wch'> | undefined,
    idempotency: Idempotency,
    maxCredits?: number,
  ): Promise<Replayable<CheckAsked>> {
    const { accountId } = caller;
    const watch = id && (await this.watches.find(accountId, id));
    if (watch) requireMayCheck(caller, watch);
    return this.runIdempotently.run<CheckAsked>({ accountId, ...idempotency }, (recorder) => {
      if (!watch) throw watchNotFound();
      requireNotEnded(watch);
      return this.check({ caller, maxCredits }, watch, recorder);
    });
  }

  private async check(asking: Asking, known: Watch, recorder: OutcomeRecorder<CheckAsked>): Promise<CheckAsked> {
    const { caller } = asking;
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    let watch: Watch | undefined = known;
    for (let tried = 1; ; tried++) {
      if (watch.checkUnderWay) return { jobId: watch.checkUnderWay, creditsCharged: 0 };
      if (watch.pauseReason) throw paused(watch.pauseReason);
      const { unavailableReason } = this.jurisdictions.state(watch.jurisdiction);
      if (unavailableReason !== undefined) throw paused('jurisdiction_unavailable');
      try {
        return await this.begin(asking, watch, recorder);
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        if (tried === TRIES) throw tooBusy(error);
      }
      watch = await this.watches.find(caller.accountId, watch.id);
      if (!watch) throw watchNotFound();
      requireMayCheck(caller, watch);
    }
  }

  private async begin(
    { caller, maxCredits }: Asking,
    watch: Watch,
    recorder: OutcomeRecorder<CheckAsked>,
  ): Promise<CheckAsked> {
    const { accountId } = caller;
    const { id: watchId, entityId, jurisdiction, tier, reference } = watch;
    requireWithin(maxCredits, PRICES[tier]);
    requireConfirmed(caller.limits, PRICES[tier], maxCredits);
    const jobId = newId('job');
    const asked = { jobId, creditsCharged: PRICES[tier] };
    const entityName = (await this.entities.find(entityId))?.record.name;
    const due = await this.clock.now();
    const charge = this.ledger.charge(
      verificationCharge(caller, { watchId, entityId, jurisdiction, tier, jobId, entityName, reference }),
    );
    const committed = await this.transaction.commit([
      this.checks.begin({ watchId, accountId, jobId, tier, due, claim: undefined }),
      charge,
      ...recorder.record(asked),
    ]);
    return { ...asked, left: committed.resultOf(charge) };
  }
}

function requireMayCheck(caller: Caller, watch: Watch): void {
  requireOwn(caller, watch);
  requireAllowed(caller.limits, [watch.jurisdiction], watch.tier);
}

function tooBusy(cause: unknown): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'This watch is being changed by other requests. Nothing was charged.',
    details: { retry_after_seconds: 1 },
    suggestion: 'Ask again in a second.',
    cause,
  });
}

function paused(reason: string): InvalidRequest {
  const message = `This watch is paused (${reason}), so it cannot be checked. Nothing was charged.`;
  return refused('id', message, {
    details: { reason },
    suggestion: 'It resumes automatically once the reason is gone.',
  });
}
