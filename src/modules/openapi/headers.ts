import type { ErrorCode } from '../../core/errors.js';

const MOST = 2_147_483_647;
const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: MOST, examples: [example] },
});
const text = (description: string, example: string, pattern: string) => ({
  description,
  schema: { type: 'string', maxLength: 2_000, pattern, examples: [example] },
});

/** All response headers, each described once. */
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

const WINDOW: HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const CREDITS: HeaderName[] = ['X-Credits-Charged', 'X-Credits-Remaining', 'X-Budget-Remaining'];

export function headerRefs(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Properties that determine an operation's response headers, in addition to those it declares. */
export interface Circumstances {
  status: number;
  /** Under /v1, behind the guards. */
  guarded: boolean;
  /** For callers with a key or token, for operators, for Stripe, or public. */
  access: 'key' | 'admin' | 'signed' | 'public';
  needsScope: boolean;
  codes: readonly ErrorCode[];
  isRepeatable: boolean;
  canWait: boolean;
}

export function headersOf(of: Circumstances): HeaderName[] {
  return [
    'X-Request-Id',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    ...(of.guarded ? [...ofCaller(of), ...ofRefusal(of)] : []),
    ...ofOutcome(of),
  ];
}

/** A request with refused credentials has no known account. */
function ofCaller({ access, status, codes }: Circumstances): HeaderName[] {
  if (access !== 'key') return [];
  return status === 401 && !codes.includes('INVALID_CREDENTIALS') ? [] : [...WINDOW, ...CREDITS];
}

function ofRefusal({ access, needsScope, status }: Circumstances): HeaderName[] {
  const signsIn = (status === 401 && access !== 'signed') || (status === 403 && needsScope);
  return [
    ...(signsIn ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 || status === 504 ? (['Retry-After'] as const) : []),
  ];
}

/**
 * Final states of a job that the caller waited for. Refusals before a charge release the
 * Idempotency-Key and do not wait.
 */
const ENDS_OF_JOBS: ReadonlySet<number> = new Set([404, 503, 504]);

function ofOutcome({ status, isRepeatable, canWait }: Circumstances): HeaderName[] {
  if (status >= 300 && !(canWait && ENDS_OF_JOBS.has(status))) return [];
  return [
    ...(isRepeatable ? (['Idempotency-Replayed'] as const) : []),
    ...(canWait ? (['Preference-Applied'] as const) : []),
  ];
}
