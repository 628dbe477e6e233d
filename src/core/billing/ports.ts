import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Page, Paged } from '../page.js';
import type { LedgerEntry } from './ledger-entry.js';
import type { CheckoutSession, Debt, Order, PaidEvent, Payment, PaymentEvent, Reversal } from './payment.js';
import type { CreditPackage } from './packages.js';
import type { Operation } from './pricing.js';
import type { UsageRow } from './usage.js';

export interface Charge {
  accountId: Id<'acc'>;
  keyId?: Id<'key'>;
  jobId?: Id<'job'>;
  searchId?: Id<'srch'>;
  /** What is paid for, where no job tells it. */
  entityId?: Id<'ent'>;
  entityName?: string;
  jurisdiction?: string;
  operation: Operation;
  /** Positive. */
  amountCredits: number;
  description: string;
}

/** What was given back, in credits, and the balance after it. */
export interface Refund {
  amountCredits: number;
  balance: number;
}

/**
 * The append-only record of every credit. An account's balance equals the sum of its entries at every moment and is never
 * negative: the database enforces both.
 */
export abstract class Ledger {
  /**
   * To be written: takes credits. The balance must cover all charges of a transaction, or none of them is taken: then it ends with
   * `INSUFFICIENT_CREDITS` (details: required, available). Not safe to repeat without a job: a charge with a `jobId` is refused by the database the
   * second time.
   */
  abstract charge(charge: Charge): PendingWrite;

  /** Gives credits for nothing and returns the new balance. Not safe to repeat. */
  abstract grant(tx: Tx, accountId: Id<'acc'>, amountCredits: number, description: string): Promise<number>;

  /** Credits what was bought and returns the new balance. A payment is credited once: the database refuses it the second time. */
  abstract purchase(tx: Tx, payment: Payment, description: string): Promise<number>;

  /**
   * Gives (positive) or takes (negative) credits by hand and returns the entry's id and the new balance. Throws `INSUFFICIENT_CREDITS`, with nothing
   * taken, when it would go below zero. Not safe to repeat.
   */
  abstract adjust(
    tx: Tx,
    accountId: Id<'acc'>,
    amountCredits: number,
    description: string,
  ): Promise<{ id: Id<'txn'>; balance: number }>;

  /** Takes back up to `amountCredits` of a payment, as far as the balance goes, and returns how many those were. */
  abstract clawBack(tx: Tx, payment: Payment, amountCredits: number, description: string): Promise<number>;

  /** Gives credits of a payment back that were taken before. Not safe to repeat. */
  abstract restore(tx: Tx, payment: Payment, amountCredits: number, description: string): Promise<void>;

  /**
   * To be written: gives back all that was charged for a job, once. Its result is `undefined` when there was nothing (left) to give back, or when the
   * same write set ends the job and it had ended before. Safe to repeat and to race.
   */
  abstract refund(jobId: Id<'job'>, description: string): PendingWrite<Refund>;

  /** Credits the account can spend now. */
  abstract balance(accountId: Id<'acc'>): Promise<number>;

  /** Credits that a charge has left which this process has only just made, without reading them; `undefined` when there was none. */
  abstract balanceJustCharged(accountId: Id<'acc'>): number | undefined;
}

/** The ledger, read. */
export abstract class LedgerQueries {
  /** Entries of the account, the newest first, with its balance at the same moment. As quick on the last page as on the first. */
  abstract page(accountId: Id<'acc'>, page: Page): Promise<Paged<LedgerEntry> & { balance: number }>;

  /** What was charged and refunded from the start of `from` to the end of `to` (UTC days), one row per day, operation and key. */
  abstract usage(accountId: Id<'acc'>, period: { from: string; to: string }): Promise<UsageRow[]>;
}

/** The payment processor. */
export abstract class Payments {
  /**
   * Opens a page where the order can be paid. Safe to repeat with the same `key`: that leads to the same session. Throws `PAYMENT_FAILED` with the
   * processor's reason in plain words.
   */
  abstract openSession(order: Order): Promise<CheckoutSession>;
}

/** Where the processor tells what became of payments. */
export abstract class PaymentEvents {
  /**
   * What this message says; `undefined` when it is genuine and none of our business. Throws `VALIDATION_ERROR` when the signature does not prove
   * that the processor sent exactly these bytes.
   */
  abstract read(rawBody: string, signature: string | undefined): PaymentEvent | undefined;
}

/** One row per checkout session. */
export abstract class PaymentRecords {
  /** Notes an opened session. Safe to repeat. */
  abstract add(tx: Tx, order: Order, session: CheckoutSession): Promise<void>;

  abstract find(sessionId: string): Promise<Payment | undefined>;

  /** Until the transaction ends, nobody else works on what the processor calls `paymentRef`. */
  abstract lock(tx: Tx, paymentRef: string): Promise<void>;

  /**
   * Marks the session as paid and returns the payment as it was noted when the session was opened; `undefined` when it was paid before. A session that
   * was not noted, because the process died right after opening it, is noted now as the package `listed`. Throws when that is `undefined`, or when the
   * account never existed.
   */
  abstract markPaid(tx: Tx, notice: PaidEvent, listed: CreditPackage | undefined): Promise<Payment | undefined>;

  /** Ends a session that was not paid; does nothing to one that was. Safe to repeat. */
  abstract end(sessionId: string, outcome: 'failed' | 'cancelled'): Promise<void>;

  /** Notes that money went back; `false` when this step is known. */
  abstract addReversal(tx: Tx, reversal: Reversal): Promise<boolean>;

  /** What has gone back of a payment and is still in the ledger, in the order it went; `undefined` while the payment itself is not known. */
  abstract unsettled(
    tx: Tx,
    paymentRef: string,
  ): Promise<{ payment: Payment; reversals: Reversal[]; centsGoneSoFar: number; creditsDueSoFar: number } | undefined>;

  /**
   * Notes what was due and what was left to take; what could not be taken is a debt of the account. Both are negative when credits were due to
   * the account.
   */
  abstract settle(tx: Tx, payment: Payment, reversal: Reversal, credits: { due: number; taken: number }): Promise<void>;

  /** What the account owes, the oldest first. Until the transaction ends, nobody else moves its credits or its debts. */
  abstract openDebts(tx: Tx, accountId: Id<'acc'>): Promise<Debt[]>;

  /** Makes a debt smaller, by what was collected or is not owed any more. The database refuses to make it less than nothing. */
  abstract reduceDebt(tx: Tx, debt: Debt, by: { collected: number } | { forgiven: number }): Promise<void>;
}

/** What recomputing every balance from its entries came to. */
export interface LedgerCheck {
  checkedAt: Date;
  accounts: number;
  entries: number;
  /** The first account or entry that does not add up, in words; `undefined` when everything does. */
  difference: string | undefined;
}

/** The whole ledger, recomputed. */
export abstract class LedgerAudit {
  /** Adds up every entry of every account, as of one moment. */
  abstract check(): Promise<LedgerCheck>;

  /** The same, kept as the last check; `undefined` when another process is at it, or the last one is younger than `since`. */
  abstract checkUnlessSince(since: Date): Promise<LedgerCheck | undefined>;

  /** The last check that was kept; `undefined` before the first. */
  abstract last(): Promise<LedgerCheck | undefined>;
}
