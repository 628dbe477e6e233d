interface Definition {
  kind: 'counter' | 'histogram' | 'gauge';
  help: string;
  labels: readonly string[];
  /** Upper bounds, for histograms. */
  buckets?: readonly number[];
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const OUTSIDE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];

/**
 * All exported metrics. Counters and histograms cover this process and are summed over the fleet.
 * Gauges read from Postgres are the same in every process: take their maximum. Labels never contain
 * caller input.
 */
export const METRICS = {
  build_info: {
    kind: 'gauge',
    help: 'Always 1; its labels name what runs.',
    labels: ['version', 'node', 'role'],
  },
  ready: {
    kind: 'gauge',
    help: '1 when /health/ready of this process answers 200, else 0.',
    labels: [],
  },
  http_requests_total: {
    kind: 'counter',
    help: 'Responses, by route, method and status code.',
    labels: ['route', 'method', 'code'],
  },
  http_request_duration_seconds: {
    kind: 'histogram',
    help: 'From the request to the last byte of the answer.',
    labels: ['route', 'method'],
    buckets: REQUEST_SECONDS,
  },
  postgres_connections: {
    kind: 'gauge',
    help: 'Connections of this process to Postgres by state (busy, idle), and statements that wait for one (waiting).',
    labels: ['state'],
  },
  mails_total: {
    kind: 'counter',
    help: 'Messages handed to the mail server, by outcome (sent, failed).',
    labels: ['outcome'],
  },
  requests_waiting: {
    kind: 'gauge',
    help: 'Requests of an account that wait in this process until earlier ones have finished.',
    labels: [],
  },
  jobs_total: {
    kind: 'counter',
    help: 'Jobs that ended, by jurisdiction and outcome (found, no_match, hits, timeout, unavailable).',
    labels: ['jurisdiction', 'outcome'],
  },
  source_call_duration_seconds: {
    kind: 'histogram',
    help: 'Calls to registers, by outcome (ok, timeout, unavailable, refused, cancelled, not_asked).',
    labels: ['source', 'outcome'],
    buckets: OUTSIDE_SECONDS,
  },
  registry_rows_skipped_total: {
    kind: 'counter',
    help: 'Rows of registers that could not be read and were left out of an answer, by register and reason.',
    labels: ['source', 'reason'],
  },
  evidence_bytes_total: {
    kind: 'counter',
    help: 'Bytes that the bodies of registers took when they were kept, packed, by register; a body that is kept already takes none.',
    labels: ['source'],
  },
  evidence_disk_bytes: {
    kind: 'gauge',
    help: 'What the kept bodies of all registers take on the disk of Postgres.',
    labels: [],
  },
  mirror_refreshes_total: {
    kind: 'counter',
    help: 'Updates of mirrors that MIRROR_REFRESH began, by register and outcome (done, failed).',
    labels: ['source', 'outcome'],
  },
  registry_unknown_statuses_total: {
    kind: 'counter',
    help: 'Records whose status word is not mapped yet and is reported as unknown, by register and word; of a register that comes as a file, each word once an edition and process.',
    labels: ['source', 'status'],
  },
  source_state: {
    kind: 'gauge',
    help: 'State of a register in this process: 0 operational, 1 degraded, 2 down (its circuit is open).',
    labels: ['source'],
  },
  register_probe_state: {
    kind: 'gauge',
    help: 'The last probe of a register, as kept by `registry probe`: 0 as expected, 1 drifted, 2 unreachable.',
    labels: ['source'],
  },
  mirror_edition_age_seconds: {
    kind: 'gauge',
    help: 'Age of the mirror that this process reads, by register; absent for the bundled, fictional ones.',
    labels: ['source'],
  },
  queue_waiting: { kind: 'gauge', help: 'Unfinished rows that are due, across all processes.', labels: ['kind'] },
  queue_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the oldest unfinished row has been due, across all processes.',
    labels: ['kind'],
  },
  watch_checks_waiting: {
    kind: 'gauge',
    help: 'Watch checks that are due, across all processes, by register; absent when there are none.',
    labels: ['jurisdiction'],
  },
  watch_checks_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the oldest check has been due; checks yield to requests that wait for the same register.',
    labels: ['jurisdiction'],
  },
  watches_blind: {
    kind: 'gauge',
    help: 'Watches whose last two or more checks had no answer, across all processes, by register; absent when there are none.',
    labels: ['jurisdiction'],
  },
  watches_paused: {
    kind: 'gauge',
    help: 'Paused watches, across all processes, by reason (credits, budget, key_limits, erased, jurisdiction_unavailable).',
    labels: ['reason'],
  },
  webhook_attempts_total: {
    kind: 'counter',
    help: 'Attempts to deliver an event, by outcome (delivered, refused, unreachable).',
    labels: ['outcome'],
  },
  webhook_attempt_duration_seconds: {
    kind: 'histogram',
    help: 'Attempts to deliver an event, including the DNS lookup.',
    labels: [],
    buckets: OUTSIDE_SECONDS,
  },
  credits_total: {
    kind: 'counter',
    help: 'Credits moved by this process, by type (charge, refund, purchase).',
    labels: ['type'],
  },
  ledger_difference: {
    kind: 'gauge',
    help: '1 when the last check found a balance that is not the sum of its entries, else 0.',
    labels: [],
  },
  ledger_ahead_seconds: {
    kind: 'gauge',
    help: 'How far the newest ledger entry is ahead of the clock.',
    labels: [],
  },
  ledger_check_age_seconds: { kind: 'gauge', help: 'Time since the ledger was last checked completely.', labels: [] },
  tool_calls_total: {
    kind: 'counter',
    help: 'Calls of tools, by protocol (mcp, a2a), tool and outcome: answered, or the kind of the error.',
    labels: ['protocol', 'tool', 'outcome'],
  },
  oauth_tokens_total: {
    kind: 'counter',
    help: 'Requests for access tokens, by grant (authorization_code, refresh_token, other) and outcome (issued, refused).',
    labels: ['grant', 'outcome'],
  },
  rate_limit_counts_total: {
    kind: 'counter',
    help: 'Requests counted against a limit, by where: shared (Redis) or local (Redis did not answer).',
    labels: ['where'],
  },
  long_reads_total: {
    kind: 'counter',
    help: 'Lists, histories and exports that were read while a replica is configured, by server: replica, or primary (the replica was unreachable, behind or promoted).',
    labels: ['from'],
  },
  register_turns_total: {
    kind: 'counter',
    help: 'Requests to registers that the throttle admitted, by where: shared (Redis) or local (Redis did not answer).',
    labels: ['source', 'where'],
  },
  queue_entries_total: {
    kind: 'counter',
    help: 'Queue entries by outcome: entered, taken_over (given straight to a free worker of the same process) or left_to_sweep (not accepted; the sweep will queue it).',
    labels: ['kind', 'outcome'],
  },
} as const satisfies Record<string, Definition>;

type Catalogue = typeof METRICS;
type OfKind<K extends Definition['kind']> = {
  [N in keyof Catalogue]: Catalogue[N]['kind'] extends K ? N : never;
}[keyof Catalogue];

export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
export type GaugeName = OfKind<'gauge'>;
export type MetricName = keyof Catalogue;
export type LabelsOf<N extends MetricName> = Record<Catalogue[N]['labels'][number], string>;
