import type { Id } from '../ids.js';
import type { VerificationEvent } from './event.js';

/** Events to be told to whoever gave a webhook_url. */
export abstract class Events {
  /**
   * Records the event, and its delivery when the job has a webhook_url, in the transaction that makes it true; does nothing for a job without one.
   * Safe to repeat: a job has one event of each kind.
   */
  abstract record(event: VerificationEvent): Promise<void>;
}

export interface SigningSecrets {
  /** `whsec_` + base64. */
  current: string;
  /** The one before, until a day after the rotation. */
  previous: { secret: string; expiresAt: Date } | undefined;
}

/** The secrets that sign an account's deliveries; encrypted at rest. */
export abstract class WebhookSecrets {
  /** The account's secrets; the first is made when it is first needed. Safe to race: everybody sees the same one. */
  abstract of(accountId: Id<'acc'>): Promise<SigningSecrets>;

  /** A new secret; the one before stays valid for signing for 24 hours. Not safe to repeat. */
  abstract rotate(accountId: Id<'acc'>): Promise<SigningSecrets>;
}
