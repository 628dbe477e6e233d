import { createHash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../accounts/scope.js';
import type { Id } from '../ids.js';

/** Models whose id is itself a secret: it is what the client shows. Only a digest of it is kept. */
export const BEARER_MODELS: ReadonlySet<string> = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

export type OAuthPayload = Record<string, unknown>;

/** The store of the authorization server, one row per record. */
export abstract class OAuthRecords {
  /**
   * Writes the record, new or not. `expiresInSeconds` counts from now; without it the record stays.
   * Of a `Client` only the digest of its secret is kept, see `clientSecretDigest`.
   */
  abstract upsert(
    model: string,
    id: string,
    payload: OAuthPayload,
    expiresInSeconds: number | undefined,
  ): Promise<void>;

  /**
   * The record with `consumed` (seconds since 1970) once it was used up; `undefined` when there is
   * none or it has expired.
   */
  abstract find(model: string, id: string): Promise<OAuthPayload | undefined>;

  /** A session by the name it has inside other records. */
  abstract findByUid(model: string, uid: string): Promise<OAuthPayload | undefined>;

  /** Consumes the record: true for exactly one caller. */
  abstract consume(model: string, id: string): Promise<boolean>;

  /** Safe to repeat. */
  abstract destroy(model: string, id: string): Promise<void>;

  /** Ends every token and code of a grant at once. Safe to repeat. */
  abstract revokeByGrant(grantId: string): Promise<void>;

  /**
   * Records a registration from this network address; `false`, with nothing recorded, when it used
   * up its share of the hour.
   */
  abstract noteRegistration(ip: string): Promise<boolean>;

  /**
   * Deletes what has expired, clients that never got a token within 3 days or none for 90, and what
   * closed accounts left, a batch at a time and until `stopping`. Safe to repeat and to race.
   */
  abstract purge(stopping: AbortSignal): Promise<void>;
}

/**
 * What is kept of a client's secret. We chose it, long and at random, so a plain digest gives
 * nothing away.
 */
export function clientSecretDigest(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex')}`;
}

export function isClientSecret(given: string, digest: string): boolean {
  const shown = Buffer.from(clientSecretDigest(given));
  return shown.length === digest.length && timingSafeEqual(shown, Buffer.from(digest));
}

/** Whom an access token speaks for. */
export interface TokenHolder {
  accountId: Id<'acc'>;
  grantId: string;
  clientId: string;
  scopes: Scope[];
}

export abstract class AccessTokens {
  /**
   * The holder of a token that was issued here, for here, has not expired and was not revoked;
   * `undefined` for any other.
   */
  abstract find(token: string): Promise<TokenHolder | undefined>;
}

/** The document is not to be had, or is none. */
export class ClientDocumentError extends Error {}

/**
 * Clients whose id is an https address describe themselves there, instead of registering (client-ID
 * metadata documents).
 */
export abstract class ClientDocuments {
  /**
   * The document as it stands at that address, with what its server says of keeping it
   * (`Cache-Control`). Asks public addresses only, follows no redirect. Throws
   * `ClientDocumentError` when the address may not be asked, answers anything but 200, or takes too
   * long or too much.
   */
  abstract read(url: string): Promise<{ text: string; cacheControl: string | undefined }>;
}
