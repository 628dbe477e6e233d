import type { Caller } from '../accounts/account.js';
import type { Ledger } from '../billing/ports.js';
import { priceVerification, requireWithin, type Purchase } from '../billing/pricing.js';
import { knownAnswer } from '../entities/fresh-answer.js';
import type { Entities, FreshAnswer } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { Idempotency, OutcomeRecorder, Replayable, RunIdempotently } from '../idempotency/run-idempotently.js';
import { newId, type Id } from '../ids.js';
import type { AccountLimiter } from '../concurrency/account-limiter.js';
import { nameKey } from '../matching/normalise.js';
import type { Jobs, PendingWrite, Transaction } from '../ports.js';
import type { Coverage, Jurisdiction, Tier } from '../registries/jurisdiction.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import type { AddressGuard, WebhookUrl } from '../webhooks/public-address.js';
import { found } from './found.js';
import type { JobResult } from './job.js';

import type { JobReader, Retrievals } from './ports.js';

export interface VerificationRequest {
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  forceRefresh: boolean;
  /** The most the caller is ready to pay. */
  maxCredits: number | undefined;
  /** How long the caller is ready to wait for an answer that has to be retrieved. */
  waitMs: number;
  /** Where to tell that the job has ended, as it was given; an answer that is known already makes no job. */
  webhookUrl: string | undefined;
}

/** `jobId` is there when the answer had to be retrieved. */
export interface Verification {
  result: JobResult | { kind: 'pending' } | { kind: 'refunded' };
  jobId: Id<'job'> | undefined;
  /** What the request cost in the end. */
  creditsCharged: number;
}

/**
 * Is this business registered, and in good standing? A recent enough answer is given at once; otherwise a job asks the register, and the
 * caller may wait for it. Either way the charge and what it pays for are written together, or not at all.
 */
export class VerifyBusiness {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly retrievals: Retrievals,
    private readonly jobReader: JobReader,
    private readonly transaction: Transaction,
    private readonly jobs: Jobs,
    private readonly addressGuard: AddressGuard,
    private readonly accountLimiter: AccountLimiter,
    private readonly runIdempotently: RunIdempotently,
  ) {}

  async run(caller: Caller, request: VerificationRequest, idempotency: Idempotency): Promise<Replayable<Verification>> {
    const { accountId } = caller;
    return this.runIdempotently.run<Verification>({ accountId, ...idempotency }, (recorder) =>
      this.verify(caller, request, recorder),
    );
  }

  private async verify(
    caller: Caller,
    request: VerificationRequest,
    recorder: OutcomeRecorder<Verification>,
  ): Promise<Verification> {
    const { webhookUrl: address } = request;
    const webhookUrl = address === undefined ? undefined : await this.addressGuard.register(address);
    const jurisdiction = this.jurisdictions.require(request.jurisdiction);
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    const purchase = priceVerification(request, jurisdiction.tiers);
    requireWithin(request.maxCredits, purchase.amountCredits);
    const key = nameKey(request.entityName, jurisdiction.code);

    const { tier, fresh } = purchase;
    const named = { entityName: request.entityName, jurisdiction: jurisdiction.code, nameKey: key, tier };
    const known = fresh ? undefined : await knownAnswer(this.entities, named);
    if (known) return this.giveKnownAnswer(caller, request, jurisdiction, purchase, known, recorder);

    const pending = await this.startJob(caller, { ...request, webhookUrl }, purchase, key, recorder);
    return request.waitMs > 0 ? this.waitFor(caller, pending, request.waitMs) : pending;
  }

  private async giveKnownAnswer(
    caller: Caller,
    request: VerificationRequest,
    jurisdiction: Jurisdiction,
    purchase: Purchase,
    known: FreshAnswer,
    recorder: OutcomeRecorder<Verification>,
  ): Promise<Verification> {
    const verification: Verification = {
      result:
        known.kind === 'found'
          ? found(known, request.entityName, purchase.tier)
          : noMatch(known, request.entityName, jurisdiction.code),
      jobId: undefined,
      creditsCharged: purchase.amountCredits,
    };
    await this.transaction.commit([
      this.ledger.charge({
        ...chargeFor(caller, request, purchase),
        entityId: known.kind === 'found' ? known.entity.id : undefined,
        entityName: request.entityName,
        jurisdiction: request.jurisdiction,
      }),
      ...this.noteAsked(caller, purchase.tier, known),
      ...recorder.record(verification),
    ]);
    return verification;
  }

  private async startJob(
    caller: Caller,
    request: VerificationRequest & { webhookUrl: WebhookUrl | undefined },
    purchase: Purchase,
    key: string,
    recorder: OutcomeRecorder<Verification>,
  ): Promise<Verification> {
    const jobId = newId('job');
    const pending: Verification = { result: { kind: 'pending' }, jobId, creditsCharged: purchase.amountCredits };
    const { accountId } = caller;
    const { entityName, jurisdiction, webhookUrl } = request;
    const { tier, amountCredits } = purchase;
    this.accountLimiter.backOff(accountId);
    const job = { id: jobId, accountId, entityName, jurisdiction, tier, amountCredits, webhookUrl };
    const joined = this.retrievals.join(job, key);
    const committed = await this.transaction.commit([
      joined,
      this.ledger.charge({ ...chargeFor(caller, request, purchase), jobId }),
      ...recorder.record(pending),
    ]);
    const due = committed.resultOf(joined);
    if (due) await this.jobs.enqueue({ kind: 'retrieval', ...due });
    return pending;
  }

  private noteAsked({ accountId }: Caller, tier: Tier, known: FreshAnswer): PendingWrite[] {
    if (known.kind !== 'found') return [];
    return this.entities.recordAccess(accountId, known.entity.id, { tier, match: known.match });
  }

  private async waitFor({ accountId }: Caller, pending: Verification, waitMs: number): Promise<Verification> {
    const { jobId } = pending;
    const job =
      jobId &&
      (await this.accountLimiter.releaseWhile(accountId, () => this.jobReader.waitForEnd(accountId, jobId, waitMs)));
    if (job?.status === 'refunded') return { ...pending, result: { kind: 'refunded' }, creditsCharged: 0 };
    if (!job?.result) return pending;
    return {
      ...pending,
      result: job.result,
      creditsCharged: job.result.kind === 'failed' ? 0 : pending.creditsCharged,
    };
  }
}

function chargeFor(caller: Caller, request: VerificationRequest, purchase: Purchase) {
  const { accountId, keyId } = caller;
  const { operation, amountCredits, tier } = purchase;
  return {
    accountId,
    keyId,
    operation,
    amountCredits,
    description: `Verification (${tier}) in ${request.jurisdiction}`,
  };
}

function noMatch(
  { closest, coverage }: { closest: string[]; coverage: Coverage },
  entityName: string,
  jurisdiction: string,
): JobResult {
  return { kind: 'no_match', jurisdiction, entityName, coverage, closest };
}
