/**
 * Runs work with a signal that aborts with a `TimeoutError` after `ms`. Unlike `AbortSignal.timeout`,
 * which Node 24 keeps in memory with everything combined with it until its time is over, the signal
 * ends with the work.
 */
export async function withTimeLimit<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('time limit', 'TimeoutError')), ms);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
