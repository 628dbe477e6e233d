import type { Coverage, Tier } from '../../../core/registries/jurisdiction.js';
import type { RetrievalKind } from '../../../core/verification/retrieval-claim.js';

/** The record of what was known already, beside the columns of its charge. */
export interface KnownRecordColumns {
  asked_number: string | undefined;
  evidence: object | undefined;
  evidence_id: string | undefined;
  /** Not set for a share of a search, which says itself what it found. */
  outcome?: string;
  official_name?: string | undefined;
  record_number?: string | undefined;
  status?: string | undefined;
  good_standing?: boolean | null | undefined;
  confidence?: number | undefined;
  read_at?: Date | undefined;
  answer?: object | undefined;
}

interface NewJobRow {
  id: string;
  account_id: string;
  entity_name: string;
  jurisdiction: string;
  tier: Tier;
  amount: number;
  webhook_url: string | null;
  search_id: string | null;
  reference: string | undefined;
  via: string | undefined;
  traceparent: string | undefined;
}

/**
 * The rows of each kind of write, `<table>.<verb>`, as `commit_batch` takes them. The SQL function
 * for a kind has the same name, with `_` in place of the dot.
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
    /** `line` is the position in the write set. */
    batch_line: number | undefined;
    /** The purchased entity. `undefined` if there is a job. */
    entity_id: string | undefined;
    entity_name: string | undefined;
    jurisdiction: string | undefined;
    reference: string | undefined;
    /** The record of a plain answer, see `toPlainAnswer`. */
    recorded?: readonly unknown[];
    /** For any other record. */
    tier?: Tier | undefined;
    via?: string | undefined;
  } & Partial<KnownRecordColumns>;
  /** Refunds the charge of a job, unless it was already refunded or the job had ended earlier. */
  'refunds.insert': { id: string; job_id: string; description: string };
  'access.record': { account_id: string; entity_id: string; tier: Tier };
  'idempotency_keys.record': { account_id: string; key: string; claim: string; outcome: unknown };
  'searches.insert': {
    id: string;
    account_id: string;
    entity_name: string;
    reference: string | undefined;
    jurisdictions: string[];
    known: unknown[] | null;
    not_asked: unknown[] | null;
  };
  /** Jobs that join an unfinished retrieval, or else a new one with the given id. */
  'jobs.join': NewJobRow & {
    retrieval_id: string;
    name_key: string;
    sandbox: boolean;
    record_number: string | undefined;
    kind: RetrievalKind;
    /** Only a reading that begins later answers the job. */
    forced: boolean;
    /** Maximum of unfinished jobs per account. */
    most: number;
  };
  /** Jobs that have already ended when they are inserted. */
  'jobs.insert': NewJobRow & { result: object };
  /** Retrievals that end, with the ids of the jobs believed to wait for them. */
  'retrievals.finish': {
    retrieval_id: string;
    claim: string;
    jobs: string[];
    failure: object | undefined;
    evidence_id: string | undefined;
    /** The retrieval of those that need a newer reading. */
    next_id?: string;
    next_account?: string;
    next_jobs?: string[];
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
  /** The subject is a job, a watch, a batch, a record or an account's test of an endpoint. */
  'events.insert': {
    id: string;
    delivery_id: string;
    type: string;
    body: string;
    job_id?: string;
    watch_id?: string;
    entity_id?: string;
    batch_id?: string | undefined;
    record_id?: string;
    account?: string;
    tested_url?: string;
  };
  /**
   * Watch checks that begin, each with its job. `claim` is null if the owner requested the check.
   */
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

export interface WriteReports {
  /** The account's balance after the statement, and the charged budgets. */
  'charges.insert': { balance: number; budgets: number[] };
  'jobs.join': { retrieval_id: string };
  /**
   * Running batches with rows that waited for the retrieval. No report if there are none, and no
   * job goes on to another retrieval.
   */
  'retrievals.finish': { batches: { id: string; due_at: number }[] };
  /** No report if nothing was refunded. */
  'refunds.insert': { amount: number; balance: number };
  /** No report if the event is not delivered. */
  'events.insert': { delivery_id: string; destination: string; account_id: string };
}

/**
 * After the commit, `onCommitted` and `onReported` run. `result` maps the report to the value of
 * `Committed.resultOf`.
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

/** The writes of one transaction. */
export type WriteSet = readonly QueuedWrite[];

/** `charged`: what each account is charged in all. */
export type WriteBatchRows = Partial<Record<keyof WriteRows | 'charged', object[]>>;
