import type { Caller } from '../accounts/account.js';
import { requireAllowed, requireConfirmed } from '../accounts/caller-limits.js';
import type { CreditsLeft } from '../billing/charge.js';
import { Ledger } from '../billing/ports.js';
import { priceVerification, requireWithin, verificationCharge, type Purchase } from '../billing/pricing.js';
import { applyEvidenceToStored } from '../entities/evidence-answer.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import { answerKey, knownAnswer, type Question } from '../entities/fresh-answer.js';
import { Entities, type FreshAnswer } from '../entities/ports.js';
import { AppError } from '../errors.js';
import {
  type Idempotency,
  type OutcomeRecorder,
  type Replayable,
  RunIdempotently,
} from '../idempotency/run-idempotently.js';
import { recordOfJob, newId, type Id } from '../ids.js';
import { AccountLimiter } from '../concurrency/account-limiter.js';
import { questionKey } from '../matching/parsing/name-key.js';
import { type PendingWrite, Transaction } from '../ports.js';
import { Tasks } from '../tasks/ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { requireRecordNumber } from '../registries/record-numbers.js';
import { AddressGuard, type WebhookUrl } from '../webhooks/public-address.js';
import { found, type Found } from '../entities/verified-entity.js';
import type { KnownRecord } from '../answers/record.js';
import { noMatch, recordedAnswer, type JobResult, type NoMatch } from './job.js';
import { JobReader, Retrievals } from './ports.js';
import { Injectable } from '../injectable.js';

export interface VerificationRequest {
  entityName: string;
  jurisdiction: string;
  /** The record number, as the caller wrote it; name and number then have to agree. */
  jurisdictionId: string | undefined;
  evidence: GivenEvidence | undefined;
  tier: Tier;
  forceRefresh: boolean;
  maxCredits: number | undefined;
  /** Milliseconds to wait for a retrieval. */
  waitMs: number;
  /** Unvalidated. Receives the end of the job; a known answer does not wait for one. */
  webhookUrl: string | undefined;
  /** The caller's own. */
  reference?: string | undefined;
  /** Store a known answer as a job too, for a person to return to. */
  keptAsJob?: boolean;
}

/** `jobId` is set when the answer is retrieved or stored as a job. */
export interface Verification {
  /** `undefined` for one that an earlier version answered. */
  recordId?: Id<'rec'>;
  result: JobResult | { kind: 'pending' };
  jobId: Id<'job'> | undefined;
  /** The caller's own. */
  reference?: string | undefined;
  /** Final cost of the request. */
  creditsCharged: number;
  /** After its charge; `undefined` once something else may have changed it. */
  left?: CreditsLeft | undefined;
}

interface KnownAnswer {
  /** For the decision about it. */
  webhookUrl: WebhookUrl | undefined;
  purchase: Purchase;
  known: FreshAnswer;
  recorder: OutcomeRecorder<Verification>;
  kept: boolean | undefined;
  reference: string | undefined;
}

interface NewQuestion {
  webhookUrl: WebhookUrl | undefined;
  purchase: Purchase;
  recorder: OutcomeRecorder<Verification>;
  reference: string | undefined;
}

/**
 * Answers whether a business is registered and in good standing. A recent answer is returned at
 * once; otherwise a job queries the register, and the caller may wait for it. The charge and what
 * it pays for are written together or not at all.
 */
@Injectable()
export class VerifyBusiness {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly retrievals: Retrievals,
    private readonly jobReader: JobReader,
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
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
    const { entityName, jurisdictionId, evidence } = request;
    const recordNumber = jurisdictionId === undefined ? undefined : requireRecordNumber(code, jurisdictionId);
    const purchase = priceVerification(request, tiers);
    requireWithin(request.maxCredits, purchase.amountCredits);
    requireAllowed(caller.limits, [code], request.tier);
    requireConfirmed(caller.limits, purchase.amountCredits, request.maxCredits);

    const { tier, fresh } = purchase;
    const { keptAsJob: kept, reference } = request;
    const asked = { entityName, jurisdiction: code, nameKey: questionKey(entityName, code), recordNumber, tier };
    const question = evidence ? { ...asked, evidence } : asked;
    const known = fresh ? undefined : await this.known(question);
    if (known)
      return await this.giveKnownAnswer(caller, question, { webhookUrl, purchase, known, recorder, kept, reference });

    const pending = await this.startJob(caller, question, { webhookUrl, purchase, recorder, reference });
    return request.waitMs > 0 ? this.waitFor(caller, pending, request.waitMs) : pending;
  }

  private async known(question: Question): Promise<FreshAnswer | undefined> {
    const answer = await knownAnswer(this.entities, question);
    if (!question.evidence) return answer;
    const { words } = this.jurisdictions.comparison(question.jurisdiction);
    return applyEvidenceToStored(this.entities, question, answer, words);
  }

  private async giveKnownAnswer(
    caller: Caller,
    question: Question,
    { webhookUrl, purchase, known, recorder, kept, reference }: KnownAnswer,
  ): Promise<Verification> {
    const { accountId } = caller;
    const { entityName, jurisdiction, tier, evidence } = question;
    const { amountCredits } = purchase;
    const result = known.kind === 'found' ? found(known, entityName, tier) : this.noMatch(question, known);
    // A person returns to an unsure answer, to decide it.
    const isUnsure = known.kind === 'found' && known.match.review;
    const jobId = kept || isUnsure ? newId('job') : undefined;
    const recordId = jobId ? recordOfJob(jobId) : newId('rec');
    const verification: Verification = { recordId, result, jobId, reference, creditsCharged: amountCredits };
    const paidFor = jobId
      ? { jobId }
      : {
          entityId: known.kind === 'found' ? known.entity.id : undefined,
          record: knownRecord(recordId, question, known, result),
        };
    const charge = this.ledger.charge(
      verificationCharge(caller, { entityName, jurisdiction, tier, purchase, reference, ...paidFor }),
    );
    const asked = { accountId, entityName, jurisdiction, tier, evidence, amountCredits, reference, via: caller.via };
    const job = jobId && { ...asked, id: jobId, webhookUrl };
    const committed = await this.transaction.commit([
      ...(job ? [this.retrievals.addAnswered(job, result)] : []),
      charge,
      ...this.noteAsked(caller, tier, known),
      ...recorder.record(verification),
    ]);
    return { ...verification, left: committed.resultOf(charge) };
  }

  private async startJob(
    caller: Caller,
    question: Question,
    { webhookUrl, purchase, recorder, reference }: NewQuestion,
  ): Promise<Verification> {
    const jobId = newId('job');
    const recordId = recordOfJob(jobId);
    const pending: Verification = {
      recordId,
      result: { kind: 'pending' },
      jobId,
      reference,
      creditsCharged: purchase.amountCredits,
    };
    const { accountId } = caller;
    const { entityName, jurisdiction, tier, evidence } = question;
    const { amountCredits, fresh: forced } = purchase;
    this.accountLimiter.backOff(accountId);
    const asked = { accountId, entityName, jurisdiction, tier, evidence, amountCredits, reference, via: caller.via };
    const job = { ...asked, id: jobId, forced, webhookUrl };
    const joined = this.retrievals.join(job, answerKey(question), question.recordNumber);
    const charge = this.ledger.charge(
      verificationCharge(caller, { entityName, jurisdiction, tier, jobId, purchase, reference }),
    );
    const committed = await this.transaction.commit([joined, charge, ...recorder.record(pending)]);
    const due = committed.resultOf(joined);
    if (due) await this.tasks.enqueue({ kind: 'retrieval', ...due });
    return { ...pending, left: committed.resultOf(charge) };
  }

  private noMatch(question: Question, known: Extract<FreshAnswer, { kind: 'no_match' }>): NoMatch {
    return noMatch(question, known, this.jurisdictions.state(question.jurisdiction).asOf);
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
    // Refunded meanwhile, so there is no answer; its status says so.
    if (job?.status === 'refunded') return { ...pending, creditsCharged: 0 };
    if (!job?.result) return pending;
    return {
      ...pending,
      result: job.result,
      creditsCharged: job.result.kind === 'failed' ? 0 : pending.creditsCharged,
    };
  }
}

function knownRecord(
  id: Id<'rec'>,
  { recordNumber: askedNumber, evidence }: Question,
  known: FreshAnswer,
  result: Found | NoMatch,
): KnownRecord {
  const absence = known.kind === 'no_match' ? known : undefined;
  const answer = recordedAnswer(result, absence?.searchedAt);
  return { id, answer, askedNumber, evidence, evidenceId: absence?.evidenceId };
}
