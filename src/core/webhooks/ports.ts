import type { Holder } from '../accounts/caller-limits.js';
import type { DeliveryTarget } from '../concurrency/destination-limiter.js';
import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { PendingWrite } from '../ports.js';
import type { EventType, VerificationEvent } from './event.js';

/** An event as the feed shows it. */
export interface StoredEvent {
  id: Id<'evt'>;
  /** Exactly what was, or would be, delivered. */
  body: string;
  createdAt: Date;
}

/** What is sent to try a receiver out. */
export interface TestEvent {
  id: Id<'evt'>;
  /** Which passed the guard. */
  url: string;
  /** The very bytes. */
  body: string;
}

/** Events to be delivered where a webhook_url was given. */
export abstract class Events {
  /**
   * To be written with what makes it true: the event, and its delivery when the job has a
   * webhook_url; nothing for a job without one. Its result is the delivery. Safe to repeat: a job
   * has one event of each kind.
   */
  abstract record(event: VerificationEvent): PendingWrite<DueDelivery>;

  /**
   * Keeps a test event and its delivery; `full` when `most` deliveries that the account asked for
   * are still open. Not safe to repeat.
   */
  abstract test(accountId: Id<'acc'>, event: TestEvent, most: number): Promise<DueDelivery | 'full'>;

  /**
   * The account's events after the one called `after`, oldest first. An `after` that is not (or no
   * longer) kept means from the beginning. A reader that goes on from the last event it saw misses
   * none, however late the transaction of an event commits.
   */
  abstract after(accountId: Id<'acc'>, after: Id<'evt'> | undefined, limit: number): Promise<StoredEvent[]>;

  /** The account's last event; `undefined`: none is kept. */
  abstract newest(accountId: Id<'acc'>): Promise<Id<'evt'> | undefined>;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One try to deliver, as the log keeps it. */
export interface Attempt {
  /** From 1. */
  number: number;
  at: Date;
  durationMs: number;
  responseStatus: number | undefined;
  /** The beginning of what the receiver answered. */
  responseBody: string | undefined;
  /** Why there was no answer, or no attempt. */
  error: string | undefined;
  /** What was sent beside the body. */
  requestHeaders: Record<string, string> | undefined;
}

export interface Delivery {
  id: Id<'dlv'>;
  /** What it is about: a job, a watch or a batch; nothing when it is a test. */
  subject: Id<'job'> | Id<'wch'> | Id<'bat'> | undefined;
  event: EventType;
  url: string;
  status: DeliveryStatus;
  attempts: Attempt[];
  createdAt: Date;
  /** While it is pending. */
  nextAttemptAt: Date | undefined;
}

export interface DeliveriesWanted extends Page {
  status?: DeliveryStatus | undefined;
  /** In the address. */
  text?: string | undefined;
  /** Only those made before this one. */
  before?: Id<'dlv'> | undefined;
}

/** A delivery that this worker has claimed. */
export interface ClaimedDelivery {
  id: Id<'dlv'>;
  /** Proof of the claim: a later claim has another. */
  claim: string;
  accountId: Id<'acc'>;
  eventId: Id<'evt'>;
  url: string;
  body: string;
  /** Which attempt this is, from 1. */
  attempt: number;
  /** How often it was claimed, this time included. */
  claimNumber: number;
  /** The trace of the request that filed the job. */
  traceparent: string | undefined;
}

/** A delivery to be queued. */
export interface DueDelivery extends DeliveryTarget {
  id: Id<'dlv'>;
  /** The number of the next claim. */
  claimNumber: number;
}

/**
 * Deliveries of events. The rows are the truth; a task is only a reminder to look at one.
 */
export abstract class Deliveries {
  /**
   * Claims a delivery until its holder is silent for 10 s; `undefined` when it has ended, is not
   * due, is claimed by another, or must wait for an earlier one of the same job. A claim alone is
   * no attempt: one that was cut short by the death of its holder is made again.
   */
  abstract claim(id: Id<'dlv'>): Promise<ClaimedDelivery | undefined>;

  /** Likewise the delivery to this destination that has been due the longest. */
  abstract claimNext(destination: string): Promise<ClaimedDelivery | undefined>;

  /** Does the work while the claim is kept alive. */
  abstract holding<T>(claimed: ClaimedDelivery, work: () => Promise<T>): Promise<T>;

  /**
   * Records the attempt and ends the delivery; returns the next delivery of the same job, which
   * waited for this end.
   */
  abstract finish(
    claimed: ClaimedDelivery,
    status: 'delivered' | 'failed',
    attempt: Attempt,
  ): Promise<DueDelivery | undefined>;

  /**
   * Records the attempt and releases the delivery until `pauseMs` from now; `false` when the claim
   * was lost.
   */
  abstract retryLater(claimed: ClaimedDelivery, attempt: Attempt, pauseMs: number): Promise<boolean>;

  /**
   * Deliveries that are due and unclaimed: a few of every destination, so that the backlog of one
   * never hides another's.
   */
  abstract due(limit: number): Promise<DueDelivery[]>;

  /**
   * The account's deliveries, newest first, with where the next page goes on. What is wanted is
   * looked for among the latest `MAX_COUNTED`.
   */
  abstract list(
    accountId: Id<'acc'>,
    wanted: DeliveriesWanted,
  ): Promise<Paged<Delivery> & { next: Id<'dlv'> | undefined }>;

  /** A delivery of this account with the body it carries; another account's is not there. */
  abstract find(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<(Delivery & { body: string }) | undefined>;

  /**
   * A new delivery of the same event to the same address; `undefined` when the account has no such
   * delivery, `full` when `most` that it asked for are still open. Not safe to repeat.
   */
  /**
   * To which key and grant counts what it reports: a job, a watch or a batch. `undefined` when the
   * account has no such delivery.
   */
  abstract holderOf(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<Holder | undefined>;

  abstract redeliver(accountId: Id<'acc'>, id: Id<'dlv'>, most: number): Promise<DueDelivery | 'full' | undefined>;
}

export interface SigningSecrets {
  /** `whsec_` + base64. */
  current: string;
  /** The one before, until a day after the rotation. */
  previous: { secret: string; expiresAt: Date } | undefined;
}

/** The secrets that sign an account's deliveries; encrypted at rest. */
export abstract class WebhookSecrets {
  /**
   * The account's secrets; the first is made when it is first needed. Safe to race: all callers see
   * the same one.
   */
  abstract of(accountId: Id<'acc'>): Promise<SigningSecrets>;

  /** A new secret; the one before stays valid for signing for 24 hours. Not safe to repeat. */
  abstract rotate(accountId: Id<'acc'>): Promise<SigningSecrets>;
}

/** The name could not be looked up; says nothing about whether it exists. */
export class ResolutionError extends Error {}

/** The domain name system. */
export abstract class Resolver {
  /**
   * Every A and AAAA address of a name; none when it has none. Never cached here. Throws
   * `ResolutionError` when no server answers.
   */
  abstract addresses(host: string): Promise<string[]>;
}

export interface OutgoingRequest {
  url: URL;
  /** The only addresses to connect to, whatever the URL's name resolves to by then. */
  addresses: string[];
  headers: Record<string, string>;
  body: Buffer;
}

/** The receiver did not answer; `reason` is fit for the delivery log. */
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
   * Posts the request and returns the answer's status with the beginning of its body. Follows no
   * redirect and uses no proxy. Throws `SendError` when there is no answer within `limitMs`.
   */
  abstract send(request: OutgoingRequest, limitMs: number): Promise<{ status: number; body: string }>;
}
