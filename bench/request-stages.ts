/**
 * The parts of a V8 processor profile that are read here. Times are microseconds of the machine's
 * monotonic clock.
 */
export interface ProcessorProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/** A span of `process.hrtime`. */
export interface Span {
  fromUs: number;
  toUs: number;
}

/** A stage and the frames that belong to it. The first match counts. */
export type StageRules = readonly (readonly [stage: string, RegExp])[];

const REST = 'everything else';
const GARBAGE = ['garbage', /#\(garbage collector\)$/] as const;
/** Helper threads of Node, which compile and collect garbage. */
export const OTHER_THREADS = 'other threads';

/**
 * Stages of a request. A stack belongs to its innermost frame that one of these matches, as
 * `file#function`. So Node's work for the Postgres client is part of the statement, and its work
 * for the response is part of the response. Functions of the baseline are listed beside the
 * service's files.
 */
export const REQUEST_STAGES: StageRules = [
  GARBAGE,
  ['serialise', /fastify\/lib\/reply\.js#serialize$|#entityAnswer$|#anonymous0$/],
  [
    'headers',
    /credit-headers|default-headers|cors\.hook|reply\.js#(Reply\.)?(header|headers|safeWriteHead)$|_http_outgoing#(_storeHeader|processHeader)$|#writeHead$/,
  ],
  ['write', /_http_outgoing#(end|_send|write_)$|reply\.js#(onSendEnd|writePayload|wrapOnSendEnd)$/],
  [
    'limiter',
    /ioredis|redis-(parser|errors)|adapters\/redis|rate-limits|rate-limit\.guard|throttler|account-limiter|#within$/,
  ],
  ['statement', /node_modules\/pg|adapters\/postgres\/(client|billing)|\/batcher\.(js|ts)|verify-process\.ts#verify$/],
  ['guards', /modules\/auth|core\/(accounts|oauth)|postgres\/accounts|#keyOf$/],
  ['input', /dto\.pipe|body-parsers|content-type-parser|secure-json-parse|#validate\d+$/],
  ['metrics', /prom-client|adapters\/prometheus|request-observer/],
  ['answer', /modules\/(verification|entities)|#dataOf$/],
  ['use case', /dist\/core|adapters\/(postgres|registries|in-process)|lru-cache|#(normalise|entityOf)$/],
  ['Nest', /@nestjs|rxjs|middie/],
  ['accept and route', /fastify|find-my-way|modules\/http/],
];
/** Stages of Node itself, for stacks without a known frame. */
const OF_NODE: StageRules = [
  ['accept and route', /node:(_http|net|events|internal\/(streams|stream_base|timers))/],
  ['promises and ticks', /#(runMicrotasks|nextTick)$|task_queues/],
];

/** Stages of one verification from its POST to its webhook, in a process that does all of it. */
export const JOB_STAGES: StageRules = [
  GARBAGE,
  ['webhook', /core\/webhooks|adapters\/http/],
  ['register', /adapters\/registries/],
  ['requests going out', /node_modules\/undici|node:internal\/deps\/undici/],
  ['queue', /node_modules\/(bull|bullmq|ioredis|redis-)|adapters\/(bull|redis)/],
  ['statement', /node_modules\/pg|adapters\/postgres\/client|\/batcher\.(js|ts)/],
  ['matching', /core\/matching/],
  ['rows and entities', /adapters\/postgres/],
  [
    'metrics, logs, traces',
    /prom-client|adapters\/(prometheus|pino|opentelemetry)|request-observer|node_modules\/pino/,
  ],
  ['use case', /dist\/core|adapters\/in-process|lru-cache|jobs-work/],
  ['Nest', /@nestjs|rxjs|middie/],
  ['accept and route', /fastify|find-my-way|dist\/modules|secure-json-parse/],
];

/** Stages of one attempt to deliver a webhook. */
export const WEBHOOK_STAGES: StageRules = [
  GARBAGE,
  ['signatures', /webhooks\/signature|internal\/crypto/],
  ['address', /public-address|pinned-lookup|internal\/url|node:internal\/net/],
  ['write', /#(writev|writeBuffer|writeUtf8String|writeLatin1String)$/],
  ['request going out', /node_modules\/undici|http\/sender|wasm/],
  ['attempt', /core\/webhooks/],
];

/**
 * Returns the stages in the order in which they are shown, with garbage and unknown frames last.
 */
export function stageNames(rules: StageRules): readonly string[] {
  const names = [...rules, ...OF_NODE].map(([name]) => name);
  return [...new Set(names), REST].filter((name) => name !== GARBAGE[0]).toSpliced(-1, 0, GARBAGE[0]);
}

export function stageOf(stack: readonly string[], rules: StageRules = REQUEST_STAGES): string {
  return firstKnown(stack, rules) ?? firstKnown(stack, OF_NODE) ?? REST;
}

function firstKnown(stack: readonly string[], stages: StageRules): string | undefined {
  for (const frame of stack) {
    const known = stages.find(([, of]) => of.test(frame));
    if (known) return known[0];
  }
  return undefined;
}

/** Returns sampled microseconds by stage, without idle time. */
export function timeByStage(
  profile: ProcessorProfile,
  { fromUs, toUs }: Span,
  rules: StageRules = REQUEST_STAGES,
): ReadonlyMap<string, number> {
  const stages = stagesOfNodes(profile, rules);
  const times = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, sample] of profile.samples.entries()) {
    at += profile.timeDeltas[index] ?? 0;
    const stage = stages.get(sample);
    if (stage === undefined || at < fromUs || at > toUs) continue;
    times.set(stage, (times.get(stage) ?? 0) + (profile.timeDeltas[index + 1] ?? 0));
  }
  return times;
}

/** Returns stages by the id of the innermost frame, without idle nodes. */
function stagesOfNodes({ nodes }: ProcessorProfile, rules: StageRules): ReadonlyMap<number, string> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [id, `${url}#${functionName || 'anonymous'}`] as const),
  );
  const stages = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    if (callFrame.functionName === '(idle)') continue;
    const stack: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(frames.get(at) ?? '');
    stages.set(id, stageOf(stack, rules));
  }
  return stages;
}

/**
 * The time Postgres counts for a function with `track_functions` on, without the functions it
 * called.
 */
export interface FunctionTime {
  name: string;
  selfMs: number;
}

const STATEMENT = 'Postgres: protocol, commit';
const FUNCTIONS: readonly (readonly [stage: string, RegExp])[] = [
  ['Postgres: lock', /^lock_|^ledger_now$/],
  ['Postgres: judge', /^refuse_|^unfinished_jobs$|budget/],
  ['Postgres: insert, update, indexes', /_(insert|upsert|join|begin|finish|record)$|^balances_of$|^verify_batch$/],
  ['Postgres: triggers', /^ledger_|^balance_|_changed$/],
  ['Postgres: commit_batch itself', /^commit_batch$/],
];

export const POSTGRES_STAGES: readonly string[] = [...FUNCTIONS.map(([stage]) => stage), STATEMENT];

/**
 * Returns milliseconds by stage. Time outside functions is the protocol, plain statements and the
 * commit, including its wait for the disk.
 */
export function postgresTimeByStage(functions: readonly FunctionTime[], activeMs: number): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  let counted = 0;
  for (const { name, selfMs } of functions) {
    const stage = FUNCTIONS.find(([, of]) => of.test(name))?.[0] ?? STATEMENT;
    times.set(stage, (times.get(stage) ?? 0) + selfMs);
    counted += selfMs;
  }
  times.set(STATEMENT, (times.get(STATEMENT) ?? 0) + Math.max(0, activeMs - counted));
  return times;
}
