import type { SandboxAnswer, SandboxRegisters } from '@standing/sandbox';
import type { Exchange } from '../adapters/registries/http/exchange.js';

/** Base URL of the sandbox's registers. Nothing listens there. */
export const SANDBOX_ORIGIN = 'http://sandbox.invalid';

/** Queries the sandbox within the process. */
export function exchangeWith(registers: SandboxRegisters): Exchange {
  return async ({ url, method, headers, body = '', signal }) => {
    const path = url.slice(SANDBOX_ORIGIN.length);
    const answer = await beforeAbort(registers.answer({ method, path, headers, body }), signal);
    return {
      statusCode: answer.status,
      headers: answer.headers,
      bytes: async () => Buffer.from(answer.body),
      readOver: async () => undefined,
      giveUp: () => undefined,
    };
  };
}

/** Some sandbox responses never arrive. */
function beforeAbort(answer: Promise<SandboxAnswer>, signal: AbortSignal): Promise<SandboxAnswer> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    const settled = () => signal.removeEventListener('abort', abort);
    answer.then(resolve, reject).finally(settled);
  });
}
