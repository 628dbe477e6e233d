import { LRUCache } from 'lru-cache';
import type { ClientDocuments } from '../../../core/oauth/ports.js';
import type { Log } from '../../../core/ports.js';
import { normaliseRegistration } from './registration.js';

/**
 * The provider caches documents it accepts, but requests refused ones again, twice within a single
 * visit.
 */
const REMEMBERED_MS = 5_000;
/** A failing site is not requested more often than this, however many visits name it. */
const FAILURE_REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 500;

interface Document {
  body: Record<string, unknown>;
  cacheControl: string | undefined;
}

/**
 * The provider's fetch function. It only ever requests client documents, which must meet the same
 * rules as registrations. Faults that the provider refuses itself (another client's id, shared
 * secrets) are passed on unchanged.
 */
export function documentFetch(documents: ClientDocuments, nativeSchemes: readonly string[], log: Log) {
  const remembered = new LRUCache<string, Promise<Document>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });

  const read = (address: string): Promise<Document> => {
    const known = remembered.get(address);
    if (known) return known;
    const document = readDocument(documents, address, nativeSchemes).catch((error: unknown) => {
      remembered.set(address, document, { ttl: FAILURE_REMEMBERED_MS });
      log.info('a client document was refused', { address: address.slice(0, 300), reason: (error as Error).message });
      throw error;
    });
    remembered.set(address, document);
    return document;
  };

  return async (url: string | URL | Request): Promise<Response> => {
    const { body, cacheControl } = await read(url instanceof Request ? url.url : String(url));
    return Response.json(body, { headers: cacheControl === undefined ? {} : { 'cache-control': cacheControl } });
  };
}

async function readDocument(
  documents: ClientDocuments,
  address: string,
  nativeSchemes: readonly string[],
): Promise<Document> {
  const { text, cacheControl } = await documents.read(address);
  const given: unknown = JSON.parse(text);
  const normalised = { token_endpoint_auth_method: 'none', ...normaliseRegistration(given, nativeSchemes) };
  const { client_id, client_secret } = given as Record<string, unknown>;
  return { body: { ...normalised, client_id, client_secret }, cacheControl };
}
