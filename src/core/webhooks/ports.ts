import type { Holder } from '../accounts/caller-limits.js';
import type { DeliveryTarget } from '../concurrency/destination-limiter.js';
import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { PendingWrite } from '../ports.js';
import type { EventType, VerificationEvent } from './event.js';

export interface StoredEvent {
  id: Id<'evt'>;
  /** Exactly the delivered body, or the body that would be delivered. */
  body: string;
  createdAt: Date;
}

export interface TestEvent {
  id: Id<'evt'>;
  /** Checked by the `AddressGuard`. */
  url: string;
  /** Sent byte for byte. */
  body: string;
}

/** Makes the documents that endpoints receive. */
export abstract class EventBodies<Event = VerificationEvent> {
  abstract of(event: Event, eventId: Id<'evt'>): object;
}

/** Of the event that tests an endpoint; it holds the time of the request. */
export abstract class TestEventBodies extends EventBodies<Date> {}

/** Events, with deliveries for those that have a webhook_url. */
export abstract class Events {
  /**
   * The write of an event and of its delivery, to be committed with the change it reports; no
   * delivery without a webhook_url of the job. The result is the delivery. Idempotent: a job has
   * one event of each kind.
   */
  abstract record(event: VerificationEvent): PendingWrite<DueDelivery>;

  /**
   * Stores a test event and its delivery; `full` if `most` deliveries requested by the account are
   * still open. Not idempotent.
   */
  abstract test(accountId: Id<'acc'>, event: TestEvent, most: number): Promise<DueDelivery | 'full'>;

  /**
   * Returns the account's events after `after`, oldest first. If `after` is unknown or no longer
   * kept, starts from the beginning. A reader that continues after the last event it saw misses
   * none, however late an event's transaction commits.
   */
  abstract after(accountId: Id<'acc'>, after: Id<'evt'> | undefined, limit: number): Promise<StoredEvent[]>;

  /** The account's latest event; `undefined` if none is kept. */
  abstract newest(accountId: Id<'acc'>): Promise<Id<'evt'> | undefined>;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Attempt {
  /** Counted from 1. */
  number: number;
  at: Date;
  durationMs: number;
  responseStatus: number | undefined;
  /** Beginning of the receiver's response. */
  responseBody: string | undefined;
  /** The reason there was no response, or no attempt. */
  error: string | undefined;
  requestHeaders: Record<string, string> | undefined;
}

export interface Delivery {
  id: Id<'dlv'>;
  /** The job, watch or batch of the event; `undefined` for a test. */
  subject: Id<'job'> | Id<'wch'> | Id<'bat'> | undefined;
  event: EventType;
  url: string;
  status: DeliveryStatus;
  attempts: Attempt[];
  createdAt: Date;
  /** Set while it is pending. */
  nextAttemptAt: Date | undefined;
}

export interface DeliveriesWanted extends Page {
  status?: DeliveryStatus | undefined;
  /** Text in the URL. */
  text?: string | undefined;
  /** Only deliveries created before this one. */
  before?: Id<'dlv'> | undefined;
}

export interface ClaimedDelivery {
  id: Id<'dlv'>;
  /** Identifies the claim; a later claim has another. */
  claim: string;
  accountId: Id<'acc'>;
  eventId: Id<'evt'>;
  url: string;
  body: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  /** Number of claims, including this one. */
  claimNumber: number;
  /** The trace of the request that created the job. */
  traceparent: string | undefined;
}

export interface DueDelivery extends DeliveryTarget {
  id: Id<'dlv'>;
  /** Number of the next claim. */
  claimNumber: number;
}

/** Deliveries of events. The rows are authoritative; a task is only a reminder to look at one. */
export abstract class Deliveries {
  /**
   * Claims a delivery; the claim expires after 10 s without a heartbeat. `undefined` if it has
   * ended, is not due, is claimed by another worker, or must wait for an earlier one of the same
   * job. A claim alone is not an attempt: if the holder dies during an attempt, the attempt is
   * repeated.
   */
  abstract claim(id: Id<'dlv'>): Promise<ClaimedDelivery | undefined>;

  /** Claims the delivery to this destination that has been due longest. */
  abstract claimNext(destination: string): Promise<ClaimedDelivery | undefined>;

  /** Runs the work and renews the claim meanwhile. */
  abstract holding<T>(claimed: ClaimedDelivery, work: () => Promise<T>): Promise<T>;

  /**
   * Records the attempt and ends the delivery. Returns the next delivery of the same job, which was
   * waiting for this one.
   */
  abstract finish(
    claimed: ClaimedDelivery,
    status: 'delivered' | 'failed',
    attempt: Attempt,
  ): Promise<DueDelivery | undefined>;

  /**
   * Records the attempt and releases the delivery until `pauseMs` from now; `false` if the claim
   * was lost.
   */
  abstract retryLater(claimed: ClaimedDelivery, attempt: Attempt, pauseMs: number): Promise<boolean>;

  /**
   * Deliveries that are due and unclaimed: a few per destination, so that one backlog never hides
   * others.
   */
  abstract due(limit: number): Promise<DueDelivery[]>;

  /**
   * Returns the account's deliveries, newest first, with the cursor of the next page. Searches only
   * the latest `MAX_COUNTED`.
   */
  abstract list(
    accountId: Id<'acc'>,
    wanted: DeliveriesWanted,
  ): Promise<Paged<Delivery> & { next: Id<'dlv'> | undefined }>;

  /** Returns a delivery and its body; `undefined` for a delivery of another account. */
  abstract find(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<(Delivery & { body: string }) | undefined>;

  /**
   * Returns the key or grant of the reported job, watch or batch. `undefined` if the account has no
   * such delivery.
   */
  abstract holderOf(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<Holder | undefined>;

  /**
   * Creates a new delivery of the same event to the same URL. `undefined` if the account has no
   * such delivery, `full` if `most` requested by the account are still open. Not idempotent.
   */
  abstract redeliver(accountId: Id<'acc'>, id: Id<'dlv'>, most: number): Promise<DueDelivery | 'full' | undefined>;
}

export interface SigningSecrets {
  /** `whsec_` + base64. */
  current: string;
  /** The previous secret, until a day after the rotation. */
  previous: { secret: string; expiresAt: Date } | undefined;
}

/** The secrets that sign an account's deliveries; encrypted at rest. */
export abstract class WebhookSecrets {
  /**
   * Returns the account's secrets and creates the first on demand. Concurrent callers get the same
   * one.
   */
  abstract of(accountId: Id<'acc'>): Promise<SigningSecrets>;

  /** Creates a new secret; the previous one keeps signing for 24 hours. Not idempotent. */
  abstract rotate(accountId: Id<'acc'>): Promise<SigningSecrets>;
}

/** The lookup failed, so it is unknown whether the name exists. */
export class ResolutionError extends Error {}

export abstract class Resolver {
  /**
   * Returns all A and AAAA addresses of a name; empty if it has none. Not cached. Throws
   * `ResolutionError` if no server responds.
   */
  abstract addresses(host: string): Promise<string[]>;
}

export interface OutgoingRequest {
  url: URL;
  /** Connect only to these addresses, even if the URL's name resolves differently by then. */
  addresses: string[];
  headers: Record<string, string>;
  body: Buffer;
}

/** The receiver did not respond; `reason` is suitable for the delivery log. */
export class SendError extends Error {
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

export abstract class Sender {
  /**
   * Posts the request and returns the status and the beginning of the body. Follows no redirect and
   * uses no proxy. Throws `SendError` if there is no response within `limitMs`.
   */
  abstract send(request: OutgoingRequest, limitMs: number): Promise<{ status: number; body: string }>;
}
