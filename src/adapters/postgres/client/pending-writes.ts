import type { Coverage, Tier } from '../../../core/registries/jurisdiction.js';
import type { RetrievalKind } from '../../../core/verification/retrieval-claim.js';

/** What every job has from the start. */
interface NewJobRow {
  id: string;
  account_id: string;
  entity_name: string;
  jurisdiction: string;
  tier: Tier;
  amount: number;
  webhook_url: string | null;
  search_id: string | null;
  traceparent: string | undefined;
}

/**
 * The rows of each kind of write, `<table>.<verb>`, as `commit_batch` takes them. The function that
 * writes a kind has its name, with `_` for the point.
 */
export interface WriteRows {
  'charges.insert': {
    id: string;
    account_id: string;
    /** Positive. */
    amount: number;
    description: string;
    operation: string;
    key_id: string | undefined;
    grant_id: string | undefined;
    job_id: string | undefined;
    search_id: string | undefined;
    watch_id: string | undefined;
    batch_id: string | undefined;
    /** `line` is the place in the write set. */
    batch_line: number | undefined;
    /** What is paid for, where there is no job. */
    entity_id: string | undefined;
    entity_name: string | undefined;
    jurisdiction: string | undefined;
  };
  /**
   * Refunds what was charged for a job, unless that was done before or the job had ended before
   * it was to end here.
   */
  'refunds.insert': { id: string; job_id: string; description: string };
  'access.record': { account_id: string; entity_id: string; tier: Tier };
  'idempotency_keys.record': { account_id: string; key: string; claim: string; outcome: unknown };
  'searches.insert': {
    id: string;
    account_id: string;
    entity_name: string;
    jurisdictions: string[];
    known: unknown[] | null;
    not_asked: unknown[] | null;
  };
  /** Jobs that join an unfinished retrieval, or else a new one with the id given here. */
  'jobs.join': NewJobRow & {
    retrieval_id: string;
    name_key: string;
    sandbox: boolean;
    record_number: string | undefined;
    kind: RetrievalKind;
    /** Unfinished jobs that the account may have. */
    most: number;
  };
  /** Jobs that have ended when they are written. */
  'jobs.insert': NewJobRow & { result: object };
  /** Retrievals that end, with the jobs that are thought to wait for them, by their ids. */
  'retrievals.finish': {
    retrieval_id: string;
    claim: string;
    jobs: string[];
    failure: object | undefined;
    evidence_id: string | undefined;
  };
  'jobs.finish': {
    id: string;
    status: 'completed' | 'failed';
    result: object;
    evidence_id: string | undefined;
  };
  'answers.upsert': {
    jurisdiction: string;
    sandbox: boolean;
    name_key: string;
    answered_at: Date;
    complete: boolean;
    entity_id?: string;
    match?: object;
    closest?: string[];
    coverage?: Coverage;
    evidence_id?: string | undefined;
  };
  'rankings.upsert': {
    jurisdiction: string;
    sandbox: boolean;
    name_key: string;
    entity_ids: string[];
    ranked_at: Date;
  };
  /** Of a job, a watch, a batch, or a test that an account made of an endpoint. */
  'events.insert': {
    id: string;
    delivery_id: string;
    type: string;
    body: string;
    job_id?: string;
    watch_id?: string;
    entity_id?: string;
    batch_id?: string;
    account?: string;
    tested_url?: string;
  };
  /** Checks of watches that begin, each with its job. `claim` is null where the owner asked. */
  'checks.begin': {
    watch_id: string;
    account_id: string;
    job_id: string;
    claim: string | null;
    due: Date;
    tier: Tier;
    amount: number;
  };
}

/** What `commit_batch` reports of a row. */
export interface WriteReports {
  /** What the account has after the statement, and its budgets that were charged. */
  'charges.insert': { balance: number; budgets: number[] };
  'jobs.join': { retrieval_id: string };
  /** Running batches whose rows waited for it; nothing where there are none. */
  'retrievals.finish': { batches: { id: string; due_at: number }[] };
  /** Of a refund that was given; nothing of others. */
  'refunds.insert': { amount: number; balance: number };
  /** Of an event that is delivered; nothing of others. */
  'events.insert': { delivery_id: string; destination: string; account_id: string };
}

/**
 * `onCommitted` and `onReported` run after the commit; `result` makes what `Committed.resultOf`
 * returns of the report.
 */
export interface QueuedWriteOf<Kind extends keyof WriteRows, Result = unknown> {
  kind: Kind;
  row: WriteRows[Kind];
  onCommitted?: () => void;
  result?: (report: ReportOf<Kind>) => Result;
  onReported?: (report: ReportOf<Kind>) => Promise<void>;
}

type ReportOf<Kind> = Kind extends keyof WriteReports ? WriteReports[Kind] : never;

export type QueuedWrite = { [Kind in keyof WriteRows]: QueuedWriteOf<Kind> }[keyof WriteRows];

/** What one transaction writes. */
export type WriteSet = readonly QueuedWrite[];

export type WriteBatchRows = Partial<Record<keyof WriteRows, object[]>>;
