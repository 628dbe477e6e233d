import { request, type Dispatcher } from 'undici';
import { SourceError } from '../../../core/registries/ports.js';
import { bytesOf } from './response.js';

export interface ExchangeRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** On abort, the exchange fails with its reason. */
  signal: AbortSignal;
}

/** A response whose headers have arrived. Its body is then read, drained or abandoned. */
export interface Exchanged {
  statusCode: number;
  headers: Dispatcher.ResponseData['headers'];
  bytes(limitBytes: number): Promise<Buffer>;
  readOver(): Promise<void>;
  giveUp(): void;
}

export type Exchange = (request: ExchangeRequest) => Promise<Exchanged>;

export function overHttp(agent: Dispatcher): Exchange {
  return async ({ url, method, headers, body: sent, signal }) => {
    const options = { method, headers, signal, dispatcher: agent, ...(sent !== undefined && { body: sent }) };
    const { statusCode, headers: answered, body } = await request(url, options);
    return {
      statusCode,
      headers: answered,
      bytes: (limitBytes) => bytesOf(body, answered, limitBytes),
      readOver: () => body.dump(),
      giveUp: () => void body.on('error', () => undefined).destroy(),
    };
  };
}

/** Our caller gave up. A SourceError, because a register may throw nothing else. */
export class Cancelled extends SourceError {}

/**
 * Returns a signal for an exchange. It aborts when the caller gives up or the time is over, and its
 * reason is the SourceError to throw. `timeUp` creates that of a timeout.
 */
export function timeLimit(
  caller: AbortSignal,
  ms: number,
  timeUp: () => SourceError,
): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const cancel = () =>
    controller.abort(new Cancelled(failureOf(caller.reason), 'the caller gave up', { cause: caller.reason }));
  if (caller.aborted) cancel();
  caller.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => controller.abort(timeUp()), ms);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', cancel);
    },
  };
}

function failureOf(reason: unknown): 'timeout' | 'unavailable' {
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'unavailable';
}
