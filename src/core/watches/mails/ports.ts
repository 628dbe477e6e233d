import type { Id } from '../../ids.js';

/** How often somebody is mailed what changed. */
export const MAIL_RHYTHMS = ['at_once', 'daily'] as const;
export type MailRhythm = (typeof MAIL_RHYTHMS)[number];

/** A mail that is made; its events are in no other. */
export interface MadeMail {
  /** The same however often it is sent: mail programs show it once. */
  id: string;
  subject: string;
  text: string;
  /** The last event that it tells of. */
  lastEvent: Id<'evt'>;
}

/** An account whose turn it is. */
export interface DueMails {
  accountId: Id<'acc'>;
  /** The last event that was mailed; `undefined`: none yet. */
  lastEvent: Id<'evt'> | undefined;
  /** What was made before and may not have been sent. */
  made: MadeMail | undefined;
}

/** Who wants changes by mail, and up to which event each was mailed: the outbox of these mails. */
export abstract class ChangeMails {
  abstract rhythmOf(accountId: Id<'acc'>): Promise<MailRhythm | undefined>;
  /**
   * From the event after `lastEvent` on; `undefined` ends it. Keeps its place where the account
   * wanted them already.
   */
  abstract choose(accountId: Id<'acc'>, every: MailRhythm | undefined, lastEvent: Id<'evt'> | undefined): Promise<void>;
  /** Claims accounts whose turn it is, for a minute. */
  abstract claim(limit: number): Promise<DueMails[]>;
  /** Keeps a mail before it is sent; `false` when the account has ended them. */
  abstract make(accountId: Id<'acc'>, mail: MadeMail): Promise<boolean>;
  /** Everything up to `lastEvent` is mailed; the next turn comes with the rhythm. */
  abstract done(accountId: Id<'acc'>, lastEvent: Id<'evt'> | undefined): Promise<void>;
  /** It could not be sent: the next turn comes later each time. */
  abstract failed(accountId: Id<'acc'>): Promise<void>;
}
