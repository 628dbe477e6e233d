import { Standing } from '@standing/client';
import { localService, UsageError } from './command.js';

/** The service that the options name, or the environment; `signal` ends whatever is under way. */
export function serviceOf(
  { url, key }: { url: string | undefined; key: string | undefined },
  signal?: AbortSignal,
): Standing {
  const apiKey = key ?? process.env['STANDING_KEY'];
  if (!apiKey) throw new UsageError('--key is missing, and STANDING_KEY is not set');
  const baseUrl = url ?? (process.env['STANDING_URL'] || localService());
  return new Standing({ baseUrl, apiKey, ...(signal && { signal }) });
}
