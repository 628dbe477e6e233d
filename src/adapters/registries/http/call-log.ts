import type { SourceError } from '../../../core/registries/ports.js';

/** Fields in which registers put the code of an error. */
const CODES = ['errorCode', 'code', 'subKod', 'kod', 'type', 'error'];

/**
 * Log fields of a failed call: where and why, never the query. Queries, bodies and refusals that
 * quote them contain names, so only the path of the address and the code of the refusal are logged.
 */
export function failureFields(source: string, url: string, error: SourceError, durationMs: number, refusal?: unknown) {
  const { failure, detail } = error;
  const code = refusalCode(refusal);
  return {
    source,
    path: pathOf(url),
    failure,
    reason: error.message,
    durationMs: Math.round(durationMs),
    ...(detail.cause !== undefined && { cause: reasonOf(detail.cause) }),
    ...(code !== undefined && { refusal: code }),
    ...(detail.ours && { ours: true }),
    ...(detail.retryAfterMs !== undefined && { retryAfterMs: Math.round(detail.retryAfterMs) }),
  };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.slice(0, 200) : 'unreadable';
}

/**
 * Finds the code in a refusal, at any depth. `undefined` if there is nothing that is plainly a
 * code.
 */
function refusalCode(refusal: unknown): string | undefined {
  if (typeof refusal !== 'object' || refusal === null) return undefined;
  const fields = new Map(Object.entries(refusal));
  for (const name of CODES) {
    const value: unknown = fields.get(name);
    const code = typeof value === 'string' ? value : refusalCode(value);
    if (code !== undefined && /^[A-Za-z][\w.:-]{0,99}$/.test(code)) return code;
  }
  return undefined;
}

/**
 * Describes the cause in its own words, with its code first: `ENOTFOUND: getaddrinfo ENOTFOUND
 * data.example`.
 */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = (cause as { code?: unknown }).code;
  const words = [typeof code === 'string' ? code : '', cause.message].filter((part) => part !== '').join(': ');
  const deeper = cause.cause === undefined || cause.cause === cause ? '' : reasonOf(cause.cause);
  return [words, deeper]
    .filter((part) => part !== '')
    .join(' < ')
    .slice(0, 500);
}
