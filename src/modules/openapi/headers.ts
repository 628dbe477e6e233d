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
    'Identifies this request to support; a well-formed id of yours is kept.',
    'trace-7',
    '^[\\w.:-]{1,128}$',
  ),
  'Access-Control-Allow-Origin': text(
    'The origin of the calling page, if it is allowed.',
    'https://app.example.com',
    '^\\S+$',
  ),
  'Access-Control-Expose-Headers': text(
    'The headers that a page of that origin may read.',
    'X-Request-Id, X-Credits-Charged',
    '^[\\w, -]+$',
  ),
  'X-Credits-Charged': whole('Credits charged for this request; 0 for a replay.', 1),
  'X-Credits-Remaining': whole('The balance afterwards.', 49),
  'X-Budget-Remaining': whole('The remaining budget of the key or application, if it has one.', 9),
  'X-RateLimit-Limit': whole('Requests allowed in a window of one minute.', 60),
  'X-RateLimit-Remaining': whole('Requests left in the window.', 59),
  'X-RateLimit-Reset': whole('End of the window, in Unix seconds.', 1_767_225_600),
  'WWW-Authenticate': text(
    'Where to sign in, for agents (RFC 9728).',
    'Bearer resource_metadata="https://…"',
    '^Bearer .*$',
  ),
  'Retry-After': whole('Seconds to wait before the next request.', 12),
  Location: text('The URL of the answer.', '/v1/verify/status/job_01kaaaaaaaaaaaaaaaaaaaaaaa', '^/\\S+$'),
  'Idempotency-Replayed': text(
    'true if this is the answer to an earlier request with the same Idempotency-Key.',
    'true',
    '^true$',
  ),
  ETag: text('Identifies exactly these bytes.', '"bat_01kaaaaaaaaaaaaaaaaaaaaaaa-csv-1"', '^"[^"]+"$'),
  'Accept-Ranges': text('Ranges can be requested.', 'bytes', '^bytes$'),
  'Preference-Applied': text('The granted wait.', 'wait=10', '^wait=\\d+$'),
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
