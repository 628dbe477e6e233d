import type { RouteContract } from '../http/contract.js';

const MOST = 2_147_483_647;
const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: MOST, examples: [example] },
});
const text = (description: string, example: string, pattern: string) => ({
  description,
  schema: { type: 'string', maxLength: 2_000, pattern, examples: [example] },
});

/** Every header an answer may carry, described once. */
export const HEADERS = {
  'X-Request-Id': text(
    'Names this request to support; a well-formed one of yours is kept.',
    'trace-7',
    '^[\\w.:-]{1,128}$',
  ),
  'Access-Control-Allow-Origin': text(
    'The origin of the page that asked, when it is allowed.',
    'https://app.example.com',
    '^\\S+$',
  ),
  'Access-Control-Expose-Headers': text(
    'Which headers a page of that origin may read: all of these.',
    'X-Request-Id, X-Credits-Charged',
    '^[\\w, -]+$',
  ),
  'X-Credits-Charged': whole('What this request cost; 0 on a replay.', 1),
  'X-Credits-Remaining': whole('The balance after it.', 49),
  'X-Budget-Remaining': whole('What is left of the budget of the key or application, where it has one.', 9),
  'X-RateLimit-Limit': whole('Requests in a window of one minute.', 60),
  'X-RateLimit-Remaining': whole('How many are left in it.', 59),
  'X-RateLimit-Reset': whole('When it ends, in Unix seconds.', 1_767_225_600),
  'WWW-Authenticate': text(
    'Where to sign in, for agents (RFC 9728).',
    'Bearer resource_metadata="https://…"',
    '^Bearer .*$',
  ),
  'Retry-After': whole('Seconds to wait.', 12),
  Location: text('Where the answer will be.', '/v1/verify/status/job_01kaaaaaaaaaaaaaaaaaaaaaaa', '^/\\S+$'),
  'Idempotency-Replayed': text(
    'true when this is the answer to an earlier request with the same Idempotency-Key.',
    'true',
    '^true$',
  ),
  ETag: text('Names exactly these bytes.', '"bat_01kaaaaaaaaaaaaaaaaaaaaaaa-csv-1"', '^"[^"]+"$'),
  'Accept-Ranges': text('Parts can be asked for.', 'bytes', '^bytes$'),
  'Preference-Applied': text('The wait that was granted.', 'wait=10', '^wait=\\d+$'),
} as const;

export type HeaderName = keyof typeof HEADERS;

const CORS: HeaderName[] = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
const WINDOW: HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const CREDITS: HeaderName[] = ['X-Credits-Charged', 'X-Credits-Remaining', 'X-Budget-Remaining'];

/**
 * Whether the guards stand before a route: it knows its callers, and reads nothing that it does not
 * declare.
 */
export function isGuarded(path: string): boolean {
  return path.startsWith('/v1/');
}

/** The headers of an answer with this status, by reference. */
export function headersOf(contract: RouteContract, path: string, status: number): Record<string, { $ref: string }> {
  const names: HeaderName[] = [
    'X-Request-Id',
    ...CORS,
    ...(isGuarded(path) ? [...ofCaller(contract, status), ...ofRefusal(contract, status)] : []),
    ...ofOutcome(contract, status),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A request whose credentials were refused has no known account. */
function ofCaller({ access = 'key', doc }: RouteContract, status: number): HeaderName[] {
  if (access === 'admin' || access === 'signed' || access === 'open') return [];
  return status === 401 && !doc?.errors?.includes('INVALID_CREDENTIALS') ? [] : [...WINDOW, ...CREDITS];
}

function ofRefusal({ access, scope, doc }: RouteContract, status: number): HeaderName[] {
  const signsIn = (status === 401 && access !== 'signed') || (status === 403 && scope !== undefined);
  return [
    ...(signsIn ? (['WWW-Authenticate'] as const) : []),
    ...(status === 202 ? (['Location', 'Retry-After'] as const) : []),
    ...(status === 404 && doc?.givesFile ? (['Retry-After'] as const) : []),
    ...(status === 200 && doc?.mayBePending ? (['Retry-After'] as const) : []),
    ...(status === 429 || status === 503 || status === 504 ? (['Retry-After'] as const) : []),
  ];
}

/**
 * The end of a job that the caller waited for. A refusal before anything was charged frees the key,
 * and is not waited for.
 */
const ENDS_OF_JOBS: ReadonlySet<number> = new Set([404, 503, 504]);

function ofOutcome({ doc }: RouteContract, status: number): HeaderName[] {
  const waits = doc?.heeds?.includes('Prefer') ?? false;
  if (status === 200 && doc?.givesFile) return ['ETag', 'Accept-Ranges'];
  if (status === 200 && doc?.sameForAll) return ['ETag'];
  if (status >= 300 && !(waits && ENDS_OF_JOBS.has(status))) return [];
  return [
    ...(doc?.heeds?.includes('Idempotency-Key') ? (['Idempotency-Replayed'] as const) : []),
    ...(waits ? (['Preference-Applied'] as const) : []),
  ];
}
