import { SourceError } from '../../../core/registries/ports.js';

/** Our caller gave up; still a SourceError, because that is all a register may throw. */
export class Cancelled extends SourceError {}

/**
 * Aborts when the caller gives up or the time is over, with the SourceError to throw as its reason;
 * `timeUp` makes it.
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
