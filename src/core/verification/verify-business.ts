import type { Caller } from '../accounts/account.js';
import { requireAllowed, requireConfirmed } from '../accounts/caller-limits.js';
import type { CreditsLeft } from '../billing/charge.js';
import type { Ledger } from '../billing/ports.js';
import { priceVerification, requireWithin, verificationCharge, type Purchase } from '../billing/pricing.js';
import { answerKey, knownAnswer, type Question } from '../entities/fresh-answer.js';
import type { Entities, FreshAnswer } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { Idempotency, OutcomeRecorder, Replayable, RunIdempotently } from '../idempotency/run-idempotently.js';
import { newId, type Id } from '../ids.js';
import type { AccountLimiter } from '../concurrency/account-limiter.js';
import { nameKey } from '../matching/parsing/normalise.js';
import type { Jobs, PendingWrite, Transaction } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import { requireRecordNumber } from '../registries/record-numbers.js';
import type { AddressGuard, WebhookUrl } from '../webhooks/public-address.js';
import { found } from '../entities/verified-entity.js';
import { noMatch, type JobResult } from './job.js';

import type { JobReader, Retrievals } from './ports.js';

export interface VerificationRequest {
  entityName: string;
  jurisdiction: string;
  /** The number of the record, as the caller wrote it; name and number then have to agree. */
  jurisdictionId: string | undefined;
  tier: Tier;
  forceRefresh: boolean;
  /** The most the caller is ready to pay. */
  maxCredits: number | undefined;
  /** How long the caller is ready to wait for an answer that has to be retrieved. */
  waitMs: number;
  /**
   * Where to report the end of the job, as it was given; an answer that is known already makes no
   * job.
   */
  webhookUrl: string | undefined;
}

/** `jobId` is there when the answer had to be retrieved. */
export interface Verification {
  result: JobResult | { kind: 'pending' };
  jobId: Id<'job'> | undefined;
  /** What the request cost in the end. */
  creditsCharged: number;
  /** What its charge has left; `undefined` once something else may have moved that. */
  left?: CreditsLeft | undefined;
}

/**
 * Is this business registered, and in good standing? A recent enough answer is given at once;
 * otherwise a job asks the register, and the caller may wait for it. Either way the charge and what
 * it pays for are written together, or not at all.
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

  run(caller: Caller, request: VerificationRequest, idempotency: Idempotency): Promise<Replayable<Verification>> {
    const { accountId } = caller;
    return this.runIdempotently.run<Verification>(
      { accountId, ...idempotency },
      (recorder) => this.verify(caller, request, recorder),
      () => requireAllowed(caller.limits, [request.jurisdiction], request.tier),
    );
  }

  private async verify(
    caller: Caller,
    request: VerificationRequest,
    recorder: OutcomeRecorder<Verification>,
  ): Promise<Verification> {
    const { webhookUrl: address } = request;
    const webhookUrl = address === undefined ? undefined : await this.addressGuard.register(address);
    const { code, tiers } = this.jurisdictions.require(request.jurisdiction);
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    const { entityName, jurisdictionId } = request;
    const recordNumber = jurisdictionId === undefined ? undefined : requireRecordNumber(code, jurisdictionId);
    const purchase = priceVerification(request, tiers);
    requireWithin(request.maxCredits, purchase.amountCredits);
    requireAllowed(caller.limits, [code], request.tier);
    requireConfirmed(caller.limits, purchase.amountCredits, request.maxCredits);

    const { tier, fresh } = purchase;
    const question = { entityName, jurisdiction: code, nameKey: nameKey(entityName, code), recordNumber, tier };
    const known = fresh ? undefined : await knownAnswer(this.entities, question);
    if (known) return await this.giveKnownAnswer(caller, question, purchase, known, recorder);

    const pending = await this.startJob(caller, question, webhookUrl, purchase, recorder);
    return request.waitMs > 0 ? this.waitFor(caller, pending, request.waitMs) : pending;
  }

  private async giveKnownAnswer(
    caller: Caller,
    question: Question,
    purchase: Purchase,
    known: FreshAnswer,
    recorder: OutcomeRecorder<Verification>,
  ): Promise<Verification> {
    const { entityName, jurisdiction, tier } = question;
    const asked = { entityName, jurisdiction, tier, purchase };
    const verification: Verification = {
      result: known.kind === 'found' ? found(known, entityName, tier) : noMatch(question, known),
      jobId: undefined,
      creditsCharged: purchase.amountCredits,
    };
    const entityId = known.kind === 'found' ? known.entity.id : undefined;
    const charge = this.ledger.charge(verificationCharge(caller, { ...asked, entityId }));
    const committed = await this.transaction.commit([
      charge,
      ...this.noteAsked(caller, tier, known),
      ...recorder.record(verification),
    ]);
    return { ...verification, left: committed.resultOf(charge) };
  }

  private async startJob(
    caller: Caller,
    question: Question,
    webhookUrl: WebhookUrl | undefined,
    purchase: Purchase,
    recorder: OutcomeRecorder<Verification>,
  ): Promise<Verification> {
    const jobId = newId('job');
    const pending: Verification = { result: { kind: 'pending' }, jobId, creditsCharged: purchase.amountCredits };
    const { accountId } = caller;
    const { entityName, jurisdiction, tier } = question;
    const { amountCredits } = purchase;
    this.accountLimiter.backOff(accountId);
    const job = { id: jobId, accountId, entityName, jurisdiction, tier, amountCredits, webhookUrl };
    const joined = this.retrievals.join(job, answerKey(question), question.recordNumber);
    const charge = this.ledger.charge(verificationCharge(caller, { entityName, jurisdiction, tier, jobId, purchase }));
    const committed = await this.transaction.commit([joined, charge, ...recorder.record(pending)]);
    const due = committed.resultOf(joined);
    if (due) await this.jobs.enqueue({ kind: 'retrieval', ...due });
    return { ...pending, left: committed.resultOf(charge) };
  }

  private noteAsked({ accountId }: Caller, tier: Tier, known: FreshAnswer): PendingWrite[] {
    if (known.kind !== 'found') return [];
    return this.entities.recordAccess(accountId, known.entity.id, tier);
  }

  private async waitFor({ accountId }: Caller, begun: Verification, waitMs: number): Promise<Verification> {
    const { jobId } = begun;
    const pending = { ...begun, left: undefined };
    const job =
      jobId &&
      (await this.accountLimiter.releaseWhile(accountId, () => this.jobReader.waitForEnd(accountId, jobId, waitMs)));
    // Refunded meanwhile, it has no answer to give: its status tells.
    if (job?.status === 'refunded') return { ...pending, creditsCharged: 0 };
    if (!job?.result) return pending;
    return {
      ...pending,
      result: job.result,
      creditsCharged: job.result.kind === 'failed' ? 0 : pending.creditsCharged,
    };
  }
}
