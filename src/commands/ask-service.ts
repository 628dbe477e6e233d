import { Standing } from '../client/client.js';
import { localService, UsageError } from './command.js';

/** The service that the options name, or the environment. */
export function serviceOf({ url, key }: { url: string | undefined; key: string | undefined }): Standing {
  const apiKey = key ?? process.env['STANDING_KEY'];
  if (!apiKey) throw new UsageError('--key is missing, and STANDING_KEY is not set');
  return new Standing({ baseUrl: url ?? (process.env['STANDING_URL'] || localService()), apiKey });
}
