import type { ServerContext } from '@modelcontextprotocol/server';

const EVERY_MS = 1_000;

/**
 * Reports progress once a second to a client that asked for it. Returns the function that stops it.
 */
export function reportProgress({ _meta, notify }: ServerContext['mcpReq']): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    const params = { progressToken, progress: seconds, message: `The register was asked ${seconds} s ago.` };
    // A client that is gone is noticed by the signal of its request.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, EVERY_MS);
  return () => clearInterval(timer);
}
