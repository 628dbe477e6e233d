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

/** The rows that are written together, as `commit_batch` takes them. */
export interface WriteRows {
  charges: {
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
   * Gives back what was charged for a job, unless that was done before or the job had ended before
   * it was to end here.
   */
  refunds: { id: string; job_id: string; description: string };
  accesses: { account_id: string; entity_id: string; tier: Tier };
  outcomes: { account_id: string; key: string; claim: string; outcome: unknown };
  searches: {
    id: string;
    account_id: string;
    entity_name: string;
    jurisdictions: string[];
    known: unknown[] | null;
  };
  /** Jobs that join an unfinished retrieval, or else a new one with the id given here. */
  joining: NewJobRow & {
    retrieval_id: string;
    name_key: string;
    sandbox: boolean;
    record_number: string | undefined;
    kind: RetrievalKind;
    /** Unfinished jobs that the account may have. */
    most: number;
  };
  /** Jobs that have ended when they are written. */
  answered: NewJobRow & { result: object };
  /** Retrievals that end, with the jobs that are thought to wait for them, by their ids. */
  endings: { retrieval_id: string; claim: string; jobs: string[]; failure: object | undefined };
  settled: { id: string; status: 'completed' | 'failed'; result: object };
  said: {
    jurisdiction: string;
    sandbox: boolean;
    name_key: string;
    answered_at: Date;
    complete: boolean;
    entity_id?: string;
    match?: object;
    closest?: string[];
    coverage?: Coverage;
  };
  ranked: { jurisdiction: string; sandbox: boolean; name_key: string; entity_ids: string[]; ranked_at: Date };
  events: { id: string; delivery_id: string; job_id: string; type: string; body: string };
  /** Checks of watches that begin, each with its job. `claim` is null where the owner asked. */
  begun: {
    watch_id: string;
    account_id: string;
    job_id: string;
    claim: string | null;
    due: Date;
    tier: Tier;
    amount: number;
  };
}

/** What the writer of a row learns about it. */
export interface WriteNews {
  joining: { retrieval_id: string };
  /** Of a refund that was given; nothing of others. */
  refunds: { amount: number; balance: number };
  /** Of an event that is delivered; nothing of others. */
  events: { destination: string; account_id: string };
}

/** The order of the parameters of `commit_batch`. */
export const WRITE_KINDS = [
  'charges',
  'refunds',
  'accesses',
  'outcomes',
  'searches',
  'joining',
  'answered',
  'endings',
  'settled',
  'said',
  'ranked',
  'events',
  'begun',
] as const satisfies readonly (keyof WriteRows)[];

/**
 * `written` and `told` run after the commit; `result` makes what `Committed.resultOf` gives of what
 * the writer reports.
 */
export interface QueuedWriteOf<Kind extends keyof WriteRows, Result = unknown> {
  kind: Kind;
  row: WriteRows[Kind];
  written?: () => void;
  result?: (news: NewsOf<Kind>) => Result;
  told?: (news: NewsOf<Kind>) => Promise<void>;
}

type NewsOf<Kind> = Kind extends keyof WriteNews ? WriteNews[Kind] : never;

export type QueuedWrite = { [Kind in keyof WriteRows]: QueuedWriteOf<Kind> }[keyof WriteRows];

/** What one transaction writes. */
export type WriteSet = readonly QueuedWrite[];

export type BatchRows = Partial<Record<keyof WriteRows, object[]>>;
