import type { ClientDocuments } from '../../core/oauth/ports.js';
import type { Log } from '../../core/ports.js';
import { normaliseRegistration } from './registration.js';

/**
 * How the provider fetches: it only ever wants the document of a client, which then is held to the same rules as a registration. What is left for the
 * provider to refuse (another client's id, shared secrets) is handed on as it came.
 */
export function documentFetch(documents: ClientDocuments, log: Log) {
  return async (url: string | URL | Request): Promise<Response> => {
    const address = url instanceof Request ? url.url : String(url);
    try {
      const { text, cacheControl } = await documents.read(address);
      const given: unknown = JSON.parse(text);
      const normalised = { token_endpoint_auth_method: 'none', ...normaliseRegistration(given) };
      const { client_id, client_secret } = given as Record<string, unknown>;
      return Response.json(
        { ...normalised, client_id, client_secret },
        { headers: cacheControl === undefined ? {} : { 'cache-control': cacheControl } },
      );
    } catch (error) {
      log.info('a client document was refused', { address: address.slice(0, 300), reason: (error as Error).message });
      throw error;
    }
  };
}
