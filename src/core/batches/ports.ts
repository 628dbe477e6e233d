import type { Restrictions } from '../accounts/caller-limits.js';
import type { Spender } from '../billing/charge.js';
import type { Standing, Registration } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';
import type { RecordedAnswer } from '../answers/record.js';
import type { Tx } from '../ports.js';
import type { Alternative } from '../matching/decide.js';
import type { Finding, GivenEvidence } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Failed } from '../verification/job.js';
import type { RecordMeant } from '../verification/match-review.js';
import type { DueRetrieval } from '../verification/retrieval-claim.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import { EventBodies, type DueDelivery } from '../webhooks/ports.js';
import type {
  Batch,
  BatchCompleted,
  BatchStatus,
  Pause,
  Rejection,
  ResultOutcome,
  RowAnswer,
  RowEvidence,
  RowOutcome,
} from './batch.js';
import type { AcceptedRow, RowQuestion, StagedRow } from './read-row.js';

export interface FileSent {
  name?: string | undefined;
  /** Receives `batch.completed`. */
  webhookUrl?: WebhookUrl | undefined;
}

export interface FileSummary {
  accepted: number;
  /** Equal questions count once. */
  maxCredits: number;
  /** Price of the first accepted row, in credits; `undefined` when none was accepted. */
  firstPrice: number | undefined;
}

export interface ResultRow {
  line: number;
  /** `undefined` for a row that was rejected or not asked, or answered by an earlier version. */
  recordId: Id<'rec'> | undefined;
  customId: string | undefined;
  entityName: string | undefined;
  jurisdiction: string | undefined;
  tier: string | undefined;
  outcome: ResultOutcome;
  /** Of a duplicate, the answer of the row that asked the same. */
  answer: RowAnswer;
  /** The first line that asks the same; only of a duplicate. */
  duplicateOf: number | undefined;
  /** Only of a business that was found for certain. */
  standing: Standing | undefined;
  entityId: Id<'ent'> | undefined;
  officialName: string | undefined;
  status: string | undefined;
  goodStanding: boolean | undefined;
  jurisdictionId: string | undefined;
  confidence: number | undefined;
  creditsCharged: number;
  error: string | undefined;
  registration: RowRegistration | undefined;
  /** Similar official names; only when the match is uncertain or absent. */
  closest: readonly string[] | undefined;
  /** Findings of its address and officer; empty if none were given. */
  findings: readonly Finding[];
  /** The newest decision; only of an unsure row. */
  decision: RecordMeant | undefined;
}

/** The decisions about the rows of a file, up to now. */
export interface RowsDecided {
  count: number;
  /** Of the last one. */
  until: Date | undefined;
}

export type RowRegistration = Pick<Registration, 'kind' | 'home'>;

export interface BatchesWanted {
  status: BatchStatus | undefined;
  before: Id<'bat'> | undefined;
  limit: number;
}

export interface RowsWanted {
  outcome?: ResultOutcome | undefined;
  evidence?: RowEvidence | undefined;
  answer?: RowAnswer | undefined;
  standing?: Standing | undefined;
  /** Part of the requested name, the official name or the custom id. */
  text?: string | undefined;
}

/** A row that no register answered, as it was asked. */
export interface UnansweredRow {
  line: number;
  customId: string | undefined;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  recordNumber: string | undefined;
  evidence: GivenEvidence | undefined;
}

export interface RowCounts {
  byAnswer: Partial<Record<RowAnswer, number>>;
  byStanding: Partial<Record<Standing, number>>;
  /** The price of the unanswered rows, equal ones once, in credits. */
  unansweredCredits: number;
}

export type BatchRefusal = 'too many open' | 'too many rows' | 'retried already';

/**
 * An account's view of its batches. Another account's batch, and one whose file is still being
 * read, are not found.
 */
export abstract class Batches {
  /**
   * Starts to store a file under a new id, on behalf of `spender`. If the process dies while
   * reading, its rows are purged within a day.
   */
  abstract begin(id: Id<'bat'>, spender: Spender, file: FileSent): Promise<void>;

  /** Appends rows of a file that is being read, in its order. */
  abstract addRows(id: Id<'bat'>, rows: readonly StagedRow[]): Promise<void>;

  /**
   * Deletes a file that is being read and its rows, in chunks; does nothing once it is a batch.
   * Safe to repeat. If the process dies meanwhile, the rest is purged.
   */
  abstract drop(id: Id<'bat'>): Promise<void>;

  /**
   * Turns the file into a batch that is ready to start. Otherwise returns the limit it exceeds: the
   * account's unfinished batches, the rows stored for all its batches, or one retry of each batch.
   */
  abstract complete(
    tx: Tx,
    id: Id<'bat'>,
    most: { open: number; rows: number },
    retryOf?: Id<'bat'>,
  ): Promise<FileSummary | BatchRefusal>;

  abstract find(accountId: Id<'acc'>, id: Id<'bat'>): Promise<Batch | undefined>;

  /** Newest first. */
  abstract list(accountId: Id<'acc'>, wanted: BatchesWanted): Promise<Batch[]>;

  /**
   * Counts the rows by answer, where a duplicate counts with the row that it repeats, and the found
   * ones by standing.
   */
  abstract answers(id: Id<'bat'>): Promise<RowCounts>;

  /** In the file's order. */
  abstract rejections(id: Id<'bat'>, limit: number): Promise<Rejection[]>;

  /** Returns the price of the next row to ask, in credits; `undefined` when there is none. */
  abstract nextPrice(id: Id<'bat'>): Promise<number | undefined>;

  abstract stillAsked(id: Id<'bat'>): Promise<{ jurisdiction: string; tier: Tier }[]>;

  /**
   * Moves a ready or paused batch to running, on behalf of `spender` and in the realm of this
   * process, and makes it due. Does nothing in any other status.
   */
  abstract start(tx: Tx, id: Id<'bat'>, spender: Spender): Promise<void>;

  /** Cancels an unfinished batch; from then on nothing more is asked or charged. Safe to repeat. */
  abstract cancel(accountId: Id<'acc'>, id: Id<'bat'>): Promise<void>;

  /** Streams the rows that no register answered or was asked, in the file's order. */
  abstract unanswered(id: Id<'bat'>): AsyncIterable<readonly UnansweredRow[]>;

  /** Counts the decisions about its rows: what its results show changes only with one of them. */
  abstract decided(id: Id<'bat'>): Promise<RowsDecided>;

  /**
   * Streams the rows of an ended batch in the file's order, with the decisions until a moment; they
   * no longer change.
   */
  abstract results(id: Id<'bat'>, wanted: RowsWanted, decidedUntil?: Date): AsyncIterable<ResultRow[]>;

  /** Returns a page of `results`: the rows after a line. */
  abstract resultsAfter(id: Id<'bat'>, wanted: RowsWanted, line: number, limit: number): Promise<ResultRow[]>;
}

export type OpenRow = AcceptedRow;

export interface ClaimedBatch extends Spender {
  id: Id<'bat'>;
  /** Proof of the claim; a later claim has another value. */
  claim: string;
  /** By the database's clock. A mirror read now is at least this recent. */
  claimedAt: Date;
  /** The key or grant that started it is no longer valid. */
  isRevoked: boolean;
  /** Of the key that started it, as they are now. */
  keyLimits?: Restrictions;
  /** First line not yet taken up. */
  nextLine: number;
  /** Rows waiting for their register, and their price. */
  waiting: { rows: number; credits: number };
}

export interface DueBatch {
  id: Id<'bat'>;
  /** Distinct for each time the batch falls due. */
  claimNumber: number;
}

export interface RetrievedRow {
  row: OpenRow;
  /** No answer of the retrieval is older. */
  since: Date;
  /** When the row began to wait: an answer of an earlier search did not know its evidence. */
  waitsSince: Date;
  /** Everything the register sent in the retrieval, where that is kept. */
  evidenceId: Id<'evd'> | undefined;
  /** Why the retrieval has no answer; `undefined` when it has one. */
  failure: Failed | undefined;
}

export interface RowEnd {
  row: OpenRow;
  outcome: Exclude<RowOutcome, 'duplicate'>;
  /** Only with `found` and `review`. */
  entity?: {
    id: Id<'ent'>;
    officialName: string;
    status: string;
    goodStanding: boolean | null;
    standing: Standing;
    jurisdictionId: string;
    confidence: number;
    registration: RowRegistration | undefined;
    findings: readonly Finding[];
    /** Only with `review`: the other records that came near. */
    alternatives: readonly Alternative[];
  };
  evidence?: RowEvidenceRef | undefined;
  /** For its record; `undefined` if the register did not answer. */
  recorded?: RecordedAnswer | undefined;
  /** Answered by what an earlier question had retrieved. */
  isKnown?: boolean;
  /** Only with `no_match`: similar official names. */
  closest?: readonly string[];
  /** Only with `failed`; starts with the category. */
  error?: string;
  /** Only with `failed`: by this service, not by the register. */
  isOurs?: boolean;
  creditsCharged: number;
}

/** The evidence of a row, or of an earlier search that already found nothing. */
export interface RowEvidenceRef {
  id: Id<'evd'>;
  /** Of another request: it is only kept where that was this account's. */
  isEarlier?: boolean;
}

/** The result of a round, written as a whole or not at all. */
export interface RoundEnd {
  ends: readonly RowEnd[];
  nextLine: number;
  pause: Pause | undefined;
}

export abstract class BatchEventBodies extends EventBodies<BatchCompleted> {}

/**
 * The worker's side of batches. Only the holder of a claim changes the rows; a holder that is
 * silent for 10 s is presumed dead.
 */
export abstract class BatchWork {
  /**
   * Claims a running batch that is due, has a row whose retrieval has ended, or is revoked: one per
   * account at a time, and the account that has waited longest first.
   */
  abstract claim(): Promise<ClaimedBatch | undefined>;

  /** Runs `work` and keeps the claim alive meanwhile. */
  abstract holding<T>(batch: ClaimedBatch, work: () => Promise<T>): Promise<T>;

  /**
   * Releases the claim. The batch is due again after `pauseMs`, or as soon as the retrieval of a
   * waiting row ends. Returns what to queue now: `undefined` when it is not due yet, no longer
   * running, or the claim was lost.
   */
  abstract release(batch: ClaimedBatch, pauseMs: number): Promise<DueBatch | undefined>;

  /** Returns running batches that can be claimed, for the queue. */
  abstract due(limit: number): Promise<DueBatch[]>;

  /**
   * Returns the next rows not yet taken up, in the file's order, without duplicates of earlier
   * rows.
   */
  abstract nextRows(batch: ClaimedBatch, limit: number): Promise<OpenRow[]>;

  abstract retrievedRows(batch: ClaimedBatch, limit: number): Promise<RetrievedRow[]>;

  /**
   * Makes the rows wait for a retrieval of their question: the unfinished one of equal questions,
   * or a new one. Returns what to queue after the commit.
   */
  abstract retrieve(
    batch: ClaimedBatch,
    rows: readonly (RowQuestion & { line: number; key: string })[],
  ): Promise<DueRetrieval[]>;

  /**
   * Returns which of these lines have no outcome yet; `undefined` when the claim was lost or the
   * batch no longer runs. Blocks other changes to the batch until the transaction ends.
   */
  abstract lock(tx: Tx, batch: ClaimedBatch, lines: readonly number[]): Promise<ReadonlySet<number> | undefined>;

  /**
   * Writes the outcomes of rows and of their later duplicates. Completes the batch when no row is
   * left, and returns the delivery of the event if it has an endpoint. Needs `lock`.
   */
  abstract end(tx: Tx, batch: ClaimedBatch, end: RoundEnd): Promise<DueDelivery[]>;
}
