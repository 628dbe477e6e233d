import type { Spender } from '../billing/charge.js';
import type { Registration } from '../entities/verified-entity.js';
import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { Alternative } from '../matching/decide.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Failed } from '../verification/job.js';
import type { DueRetrieval } from '../verification/retrieval-claim.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import type { DueDelivery } from '../webhooks/ports.js';
import type { Batch, BatchCounts, BatchStatus, Pause, Rejection, ResultOutcome, RowOutcome } from './batch.js';
import type { AcceptedRow, RowQuestion, StagedRow } from './read-row.js';

/** What is known of a file before it is read. */
export interface FileSent {
  name?: string | undefined;
  /** Receives `batch.completed`. */
  webhookUrl?: WebhookUrl | undefined;
}

/** What a file came to. */
export interface FileSummary {
  accepted: number;
  /** Each question once. */
  maxCredits: number;
  /** Of the first accepted row, in credits; `undefined` when none was accepted. */
  firstPrice: number | undefined;
}

/** A row of the results, as it was asked and as it ended. */
export interface ResultRow {
  line: number;
  customId: string | undefined;
  entityName: string | undefined;
  jurisdiction: string | undefined;
  tier: string | undefined;
  outcome: ResultOutcome;
  entityId: Id<'ent'> | undefined;
  officialName: string | undefined;
  status: string | undefined;
  goodStanding: boolean | undefined;
  jurisdictionId: string | undefined;
  confidence: number | undefined;
  creditsCharged: number;
  error: string | undefined;
  registration: RowRegistration | undefined;
  /** Official names that came near: of a row that is not sure or absent. */
  closest: readonly string[] | undefined;
}

/** What the register says of where a business is at home. */
export type RowRegistration = Pick<Registration, 'kind' | 'home'>;

export interface BatchesWanted {
  status: BatchStatus | undefined;
  /** Only those made before this one. */
  before: Id<'bat'> | undefined;
  limit: number;
}

/** Which rows of the results; all of them unless it says so. */
export interface RowsWanted {
  outcome?: ResultOutcome | undefined;
  /** In the name that was asked, in the official one, or in what the sender calls the row. */
  text?: string | undefined;
}

/**
 * Batches as the accounts that sent them see them: another account's batch is not there, nor one
 * whose file is still being read.
 */
export abstract class Batches {
  /**
   * Begins to keep a file under a new id, sent on behalf of `spender`. What a process leaves behind
   * that dies while it reads is purged within a day.
   */
  abstract begin(id: Id<'bat'>, spender: Spender, file: FileSent): Promise<void>;

  /** Keeps further rows of a file that is being read, in its order. */
  abstract addRows(id: Id<'bat'>, rows: readonly StagedRow[]): Promise<void>;

  /**
   * Forgets a file that is being read, with its rows, some at a time; nothing once it is a batch.
   * Safe to repeat; what a process leaves behind that dies over it is purged.
   */
  abstract drop(id: Id<'bat'>): Promise<void>;

  /**
   * Makes the file that was read a batch, ready to be started. Otherwise which limit it exceeds: of
   * batches of the account that have not ended, or of rows that are kept of all its batches.
   */
  abstract complete(
    tx: Tx,
    id: Id<'bat'>,
    most: { open: number; rows: number },
  ): Promise<FileSummary | 'too many open' | 'too many rows'>;

  abstract find(accountId: Id<'acc'>, id: Id<'bat'>): Promise<Batch | undefined>;

  /** The newest first. */
  abstract list(accountId: Id<'acc'>, wanted: BatchesWanted): Promise<Batch[]>;

  /** In the file's order. */
  abstract rejections(id: Id<'bat'>, limit: number): Promise<Rejection[]>;

  /** The price of the first row that is to be asked, in credits; `undefined` when there is none. */
  abstract nextPrice(id: Id<'bat'>): Promise<number | undefined>;

  /** Which jurisdictions and tiers are still to be asked. */
  abstract stillAsked(id: Id<'bat'>): Promise<{ jurisdiction: string; tier: Tier }[]>;

  /**
   * From ready or paused to running, on behalf of `spender` and in the realm of this process;
   * nothing from elsewhere. It is due then.
   */
  abstract start(tx: Tx, id: Id<'bat'>, spender: Spender): Promise<void>;

  /** Cancels what has not ended; nothing more is asked or charged from then on. Safe to repeat. */
  abstract cancel(accountId: Id<'acc'>, id: Id<'bat'>): Promise<void>;

  /** Rows of a batch that has ended, in the file's order; the same whenever they are read. */
  abstract results(id: Id<'bat'>, wanted: RowsWanted): AsyncIterable<ResultRow[]>;

  /** Likewise a page of them: those after a line. */
  abstract resultsAfter(id: Id<'bat'>, wanted: RowsWanted, line: number, limit: number): Promise<ResultRow[]>;
}

/** A row that is to be answered. */
export type OpenRow = Omit<AcceptedRow, 'customId'>;

/** A batch that this worker has claimed. */
export interface ClaimedBatch extends Spender {
  id: Id<'bat'>;
  /** Proof of the claim: a later claim has another. */
  claim: string;
  /** By the database's clock: what a mirror says now is no older. */
  claimedAt: Date;
  /** The key or the grant that started it is not valid any more. */
  isRevoked: boolean;
  /** The line from which on rows have not been taken up. */
  nextLine: number;
  /** Rows that wait for their register, and what they will cost. */
  waiting: { rows: number; credits: number };
}

/** A batch to be queued. */
export interface DueBatch {
  id: Id<'bat'>;
  /** Another one for each time at which it falls due. */
  claimNumber: number;
}

/** A row whose retrieval is over. */
export interface RetrievedRow {
  row: OpenRow;
  /** No answer of the retrieval is older. */
  since: Date;
  /** Why there is none; `undefined` when there is one. */
  failure: Failed | undefined;
}

/** How a row ended. */
export interface RowEnd {
  row: OpenRow;
  outcome: Exclude<RowOutcome, 'duplicate'>;
  /** With `found` and `review`. */
  entity?: {
    id: Id<'ent'>;
    officialName: string;
    status: string;
    goodStanding: boolean | null;
    jurisdictionId: string;
    confidence: number;
    registration: RowRegistration | undefined;
    /** With `review`: the records that came near. */
    alternatives: readonly Alternative[];
  };
  /** With `no_match`: what it rests on, where that is kept. */
  evidenceId?: Id<'evd'>;
  /** With `no_match`: official names that came near. */
  closest?: readonly string[];
  /** With `failed`; starts with the category. */
  error?: string;
  creditsCharged: number;
}

/** What a round comes to: written as a whole, or not at all. */
export interface RoundEnd {
  ends: readonly RowEnd[];
  nextLine: number;
  pause: Pause | undefined;
}

export interface BatchCompleted {
  batchId: Id<'bat'>;
  counts: BatchCounts;
  creditsCharged: number;
  completedAt: Date;
}

/**
 * The worker's side of batches. Only the holder of a claim changes the rows; one that is silent for
 * 10 s is taken for dead.
 */
export abstract class BatchWork {
  /**
   * Claims a running batch that is due, has a row whose retrieval has ended, or is revoked: one of
   * an account at a time, and of the accounts the one that has waited the longest.
   */
  abstract claim(): Promise<ClaimedBatch | undefined>;

  /** Does the work while the claim is kept alive. */
  abstract holding<T>(batch: ClaimedBatch, work: () => Promise<T>): Promise<T>;

  /**
   * Releases the claim; the batch is due again `pauseMs` from now, or once a retrieval has ended
   * that one of its rows waits for. What to queue now: `undefined` when it is not due yet, does not
   * run any more, or the claim was lost.
   */
  abstract release(batch: ClaimedBatch, pauseMs: number): Promise<DueBatch | undefined>;

  /** Running batches that can be claimed: what the queue should know of. */
  abstract due(limit: number): Promise<DueBatch[]>;

  /**
   * The next rows that have not been taken up, in the file's order; a row that repeats an earlier
   * one is not among them.
   */
  abstract nextRows(batch: ClaimedBatch, limit: number): Promise<OpenRow[]>;

  /** Rows whose retrieval is over. */
  abstract retrievedRows(batch: ClaimedBatch, limit: number): Promise<RetrievedRow[]>;

  /**
   * Lets the rows wait for a retrieval of their question: the unfinished one of equal questions, or
   * a new one. What to queue after that.
   */
  abstract retrieve(
    batch: ClaimedBatch,
    rows: readonly (RowQuestion & { line: number; key: string })[],
  ): Promise<DueRetrieval[]>;

  /**
   * Of these lines the ones that have no outcome yet; none when the claim was lost, or the batch
   * does not run any more. Until the transaction ends nobody else changes the batch.
   */
  abstract lock(tx: Tx, batch: ClaimedBatch, lines: readonly number[]): Promise<ReadonlySet<number> | undefined>;

  /**
   * Writes how rows ended, and with them the later rows that ask the same. Completes the batch when
   * none is left, and returns the delivery of the event where it has an endpoint. Needs `lock`.
   */
  abstract end(tx: Tx, batch: ClaimedBatch, end: RoundEnd): Promise<DueDelivery[]>;
}
