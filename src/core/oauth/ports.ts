import { createHash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../accounts/scope.js';
import type { Id } from '../ids.js';

/** Models whose id is the secret that the client presents. Only a digest of it is stored. */
export const BEARER_MODELS: ReadonlySet<string> = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

export type OAuthPayload = Record<string, unknown>;

/** The authorization server's storage, one row per record. */
export abstract class OAuthRecords {
  /**
   * Inserts or updates the record. `expiresInSeconds` counts from now; without it the record does
   * not expire. For a `Client`, only the digest of its secret is stored: see `clientSecretDigest`.
   */
  abstract upsert(
    model: string,
    id: string,
    payload: OAuthPayload,
    expiresInSeconds: number | undefined,
  ): Promise<void>;

  /**
   * Returns the record, with `consumed` (seconds since 1970) once it was used. `undefined` if there
   * is none or it has expired.
   */
  abstract find(model: string, id: string): Promise<OAuthPayload | undefined>;

  /** Finds a session by the uid used in other records. */
  abstract findByUid(model: string, uid: string): Promise<OAuthPayload | undefined>;

  /** Consumes the record: true for exactly one caller. */
  abstract consume(model: string, id: string): Promise<boolean>;

  /** Idempotent. */
  abstract destroy(model: string, id: string): Promise<void>;

  /** Revokes every token and code of a grant immediately. Idempotent. */
  abstract revokeByGrant(grantId: string): Promise<void>;

  /**
   * Counts a registration from this network address. Returns `false`, without counting, if its
   * hourly quota is used up.
   */
  abstract noteRegistration(ip: string): Promise<boolean>;

  /**
   * Deletes in batches, until `stopping`: expired records, clients without a token for 3 days after
   * registration or for 90 days since the last one, and records of closed accounts. Idempotent and
   * safe to run concurrently.
   */
  abstract purge(stopping: AbortSignal): Promise<void>;
}

/**
 * Digest of a client's secret for storage. We generate the secrets, long and random, so a plain
 * digest suffices.
 */
export function clientSecretDigest(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex')}`;
}

export function isClientSecret(given: string, digest: string): boolean {
  const shown = Buffer.from(clientSecretDigest(given));
  return shown.length === digest.length && timingSafeEqual(shown, Buffer.from(digest));
}

export interface TokenHolder {
  accountId: Id<'acc'>;
  grantId: string;
  clientId: string;
  scopes: Scope[];
}

export abstract class AccessTokens {
  /**
   * Returns the holder of a token issued by this service for itself, unless it has expired or was
   * revoked; `undefined` otherwise.
   */
  abstract find(token: string): Promise<TokenHolder | undefined>;
}

export class ClientDocumentError extends Error {}

/**
 * Clients with an https URL as id publish their metadata there instead of registering (client ID
 * metadata documents).
 */
export abstract class ClientDocuments {
  /**
   * Fetches the document and its `Cache-Control` header. Connects to public addresses only and
   * follows no redirect. Throws `ClientDocumentError` if the URL is not allowed, the status is not
   * 200, or the response is too slow or too large.
   */
  abstract read(url: string): Promise<{ text: string; cacheControl: string | undefined }>;
}
