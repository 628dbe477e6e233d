import { SourceError } from '../../../core/registries/ports.js';
import type { KeptAnswer } from '../../../core/evidence/ports.js';
import { SlowQuery } from '../http/failures.js';
import type { Exchange, Exchanged } from '../http/exchange.js';

/** Origin for adapters that read kept evidence. Never resolved. */
export const KEPT_ORIGIN = 'http://kept.invalid';

/**
 * Answers each request with the kept response to the same request, whatever host it was sent to.
 */
export function keptExchange(answers: readonly KeptAnswer[]): Exchange {
  const used = new Set<KeptAnswer>();
  return async ({ url, method, body }) => {
    const path = url.slice(KEPT_ORIGIN.length);
    const same = answers.filter((one) => one.method === method && one.url.endsWith(path) && one.sent === body);
    const answer = same.find((one) => !used.has(one)) ?? same.at(-1);
    // An adapter with another way to ask uses it, as it does when a register is slow.
    if (!answer) throw new NotKept(`${method} ${path}`);
    if (!answer.body) throw new SourceError('unavailable', `the body of ${answer.url} is not kept`);
    used.add(answer);
    return exchanged(answer.status, answer.body);
  };
}

class NotKept extends SlowQuery {
  constructor(request: string) {
    super(0);
    this.message = `today's adapter asks what was not asked then: ${request.slice(0, 300)}`;
  }
}

/** The body of a 304 is the earlier one, still valid. */
function exchanged(status: number, body: Buffer): Exchanged {
  return {
    statusCode: status === 304 ? 200 : status,
    headers: {},
    bytes: async () => body,
    readOver: async () => undefined,
    giveUp: () => undefined,
  };
}
