import type { Id } from '../../ids.js';

export const MAIL_RHYTHMS = ['at_once', 'daily'] as const;
export type MailRhythm = (typeof MAIL_RHYTHMS)[number];

/** A stored mail; its events are in no other. */
export interface MadeMail {
  /** Stable across retries: mail programs show equal ids once. */
  id: string;
  subject: string;
  text: string;
  lastEvent: Id<'evt'>;
}

export interface DueMails {
  accountId: Id<'acc'>;
  /** The last event mailed; `undefined` before the first. */
  lastEvent: Id<'evt'> | undefined;
  /** An earlier mail that may not have been sent. */
  made: MadeMail | undefined;
}

/** URLs of the pages that mails lead to. */
export abstract class MailPages {
  abstract ofWatch(id: string): string;
  abstract ofEntity(id: string): string;
  /** The choice of mails. */
  abstract readonly settings: string;
}

/** Subscriptions to change mails, each with its position in the feed: the outbox of these mails. */
export abstract class ChangeMails {
  abstract rhythmOf(accountId: Id<'acc'>): Promise<MailRhythm | undefined>;
  /**
   * Starts after `lastEvent`; `undefined` ends the mails. An existing subscription keeps its
   * position.
   */
  abstract choose(accountId: Id<'acc'>, every: MailRhythm | undefined, lastEvent: Id<'evt'> | undefined): Promise<void>;
  /** Claims due accounts for a minute. */
  abstract claim(limit: number): Promise<DueMails[]>;
  /** Stores a mail before it is sent; `false` when the account has unsubscribed. */
  abstract make(accountId: Id<'acc'>, mail: MadeMail): Promise<boolean>;
  /** Records that everything up to `lastEvent` is mailed; the next mail follows the rhythm. */
  abstract done(accountId: Id<'acc'>, lastEvent: Id<'evt'> | undefined): Promise<void>;
  /** Schedules a retry with an increasing delay. */
  abstract failed(accountId: Id<'acc'>): Promise<void>;
}
