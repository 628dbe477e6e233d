import type { DeliveryTarget } from '../concurrency/destination-limiter.js';
import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { PendingWrite } from '../ports.js';
import type { VerificationEvent } from './event.js';

/** An event as the feed shows it. */
export interface StoredEvent {
  id: Id<'evt'>;
  /** Exactly what was, or would be, delivered. */
  body: string;
  createdAt: Date;
}

/** Events to be delivered where a webhook_url was given. */
export abstract class Events {
  /**
   * To be written with what makes it true: the event, and its delivery when the job has a webhook_url; nothing for a job without one. Its result is the
   * delivery.
   * Safe to repeat: a job has one event of each kind.
   */
  abstract record(event: VerificationEvent): PendingWrite<DueDelivery>;

  /**
   * The account's events after the one called `after`, oldest first. An `after` that is not (or no longer) kept means from the beginning. A reader that
   * goes on from the last event it saw misses none, however late the transaction of an event commits.
   */
  abstract after(accountId: Id<'acc'>, after: Id<'evt'> | undefined, limit: number): Promise<StoredEvent[]>;

  /** Forgets a batch of what is older than `ageMs` by the database's clock, deliveries included; returns how many events that were. Safe to repeat. */
  abstract purgeOlderThan(ageMs: number): Promise<number>;
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
  jobId: Id<'job'>;
  event: VerificationEvent['event'];
  url: string;
  status: DeliveryStatus;
  attempts: Attempt[];
  createdAt: Date;
  /** While it is pending. */
  nextAttemptAt: Date | undefined;
}

/** A delivery in the hands of this worker. */
export interface ClaimedDelivery {
  id: Id<'dlv'>;
  /** Proof of the claim: who took it later has another. */
  claim: string;
  accountId: Id<'acc'>;
  eventId: Id<'evt'>;
  url: string;
  body: string;
  /** Which attempt this is, from 1. */
  attempt: number;
  /** How often it was taken in hand, this time included. */
  claimNumber: number;
  /** The trace in which the job came. */
  traceparent: string | undefined;
}

/** A delivery to be entered in the queue. */
export interface DueDelivery extends DeliveryTarget {
  id: Id<'dlv'>;
  /** Which taking up comes next. */
  claimNumber: number;
}

/** Deliveries of events. The rows are the truth; a queue entry is only a reminder to look at one. */
export abstract class Deliveries {
  /**
   * Takes a delivery for a limited time; `undefined` when it has ended, is not due, is in other hands, or must wait for an earlier one of the
   * same job. A claim alone is no attempt: one that was cut short by the death of its holder is made again.
   */
  abstract claim(id: Id<'dlv'>): Promise<ClaimedDelivery | undefined>;

  /** Likewise the delivery to this destination that has been due the longest. */
  abstract claimNext(destination: string): Promise<ClaimedDelivery | undefined>;

  /** Notes the attempt and ends the delivery; returns the next delivery of the same job, which waited for this end. */
  abstract finish(
    claimed: ClaimedDelivery,
    status: 'delivered' | 'failed',
    attempt: Attempt,
  ): Promise<DueDelivery | undefined>;

  /** Notes the attempt and gives the delivery back until `pauseMs` from now; `false` when the claim was lost. */
  abstract retryLater(claimed: ClaimedDelivery, attempt: Attempt, pauseMs: number): Promise<boolean>;

  /** Deliveries that are due and in nobody's hands: a few of every destination, so that the backlog of one never hides another's. */
  abstract due(limit: number): Promise<DueDelivery[]>;

  /** Fails what has been waiting `ageMs` by the database's clock for a destination that never came back; returns how many. Safe to repeat. */
  abstract expireAfter(ageMs: number): Promise<number>;

  /** The account's deliveries, newest first. */
  abstract list(accountId: Id<'acc'>, page: Page): Promise<Paged<Delivery>>;

  /** A delivery of this account with the body it carries; another account's is not there. */
  abstract find(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<(Delivery & { body: string }) | undefined>;

  /** A new delivery of the same event to the same address; `undefined` when the account has no such delivery. Not safe to repeat. */
  abstract redeliver(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<DueDelivery | undefined>;
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

/** The name could not be looked up; says nothing about whether it exists. */
export class ResolutionError extends Error {}

/** The domain name system. */
export abstract class Resolver {
  /** Every A and AAAA address of a name; none when it has none. Never cached here. Throws `ResolutionError` when nobody answers. */
  abstract addresses(host: string): Promise<string[]>;
}

export interface OutgoingRequest {
  url: URL;
  /** Where to connect: nowhere else, whatever the name of the URL means by then. */
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
   * Posts the request and returns the answer's status with the beginning of its body. Follows no redirect and uses no proxy. Throws `SendError`
   * when there is no answer within `limitMs`.
   */
  abstract send(request: OutgoingRequest, limitMs: number): Promise<{ status: number; body: string }>;
}
