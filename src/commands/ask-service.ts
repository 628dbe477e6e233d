import { Standing } from '../client/client.js';
import { localService, UsageError } from './command.js';

/** The options of commands that ask a service with a key. */
export const SERVICE_OPTIONS = {
  url: { type: 'string', value: 'URL', help: 'the service; STANDING_URL, or this machine at PORT, unless given' },
  key: { type: 'string', value: 'KEY', help: 'the API key; STANDING_KEY unless given' },
  json: { type: 'boolean', help: 'the answer as one JSON object instead of lines' },
} as const;

/** The service that the options name, or the environment. */
export function serviceOf({ url, key }: { url: string | undefined; key: string | undefined }): Standing {
  const apiKey = key ?? process.env['STANDING_KEY'];
  if (!apiKey) throw new UsageError('--key is missing, and STANDING_KEY is not set');
  return new Standing({ baseUrl: url ?? (process.env['STANDING_URL'] || localService()), apiKey });
}
