/** What a processor profile of V8 says, as far as it is read here. Times are microseconds of the machine's monotonic clock. */
export interface ProcessorProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/** Between two moments of `process.hrtime`. */
export interface Span {
  fromUs: number;
  toUs: number;
}

const REST = 'everything else';
/** Of Node: its helpers, which compile and collect garbage. */
export const OTHER_THREADS = 'other threads';

/**
 * What a stack belongs to: the first of its frames, from the inside out, that one of these knows, by `file#function`. So what Node writes for the client of
 * Postgres is part of the statement, and what it writes of an answer part of the answer. Functions of the baseline are named beside the service's files.
 */
const STAGES: readonly (readonly [stage: string, RegExp])[] = [
  ['garbage', /#\(garbage collector\)$/],
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
/** For stacks of which no frame is known: Node's own. */
const OF_NODE: typeof STAGES = [
  ['accept and route', /node:(_http|net|events|internal\/(streams|stream_base|timers))/],
  ['promises and ticks', /#(runMicrotasks|nextTick)$|task_queues/],
];

/** Every stage there is, in the order in which they are shown. */
export const REQUEST_STAGES: readonly string[] = [
  'accept and route',
  'Nest',
  'guards',
  'limiter',
  'input',
  'use case',
  'statement',
  'answer',
  'serialise',
  'headers',
  'write',
  'metrics',
  'promises and ticks',
  'garbage',
  REST,
];

export function stageOf(stack: readonly string[]): string {
  return firstKnown(stack, STAGES) ?? firstKnown(stack, OF_NODE) ?? REST;
}

function firstKnown(stack: readonly string[], stages: typeof STAGES): string | undefined {
  for (const frame of stack) {
    const known = stages.find(([, of]) => of.test(frame));
    if (known) return known[0];
  }
  return undefined;
}

/** Sampled microseconds by stage, without those in which nothing was done. */
export function timeByStage(profile: ProcessorProfile, { fromUs, toUs }: Span): ReadonlyMap<string, number> {
  const stages = stagesOfNodes(profile);
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

/** By the id of the innermost frame; nothing for idleness. */
function stagesOfNodes({ nodes }: ProcessorProfile): ReadonlyMap<number, string> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [id, `${url}#${functionName || 'anonymous'}`] as const),
  );
  const stages = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    if (callFrame.functionName === '(idle)') continue;
    const stack: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(frames.get(at) ?? '');
    stages.set(id, stageOf(stack));
  }
  return stages;
}

/** What Postgres counts of a function when `track_functions` is on: without the functions that it called. */
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

/** Milliseconds by stage; what was not in a function is the protocol, plain statements and the commit, its wait for the disk included. */
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
