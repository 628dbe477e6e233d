import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Page, Paged } from '../page.js';
import type { Budget, BudgetStanding, ChargeLimit } from './budget.js';
import type { EntryType, LedgerEntry } from './ledger-entry.js';
import type { CheckoutSession, Debt, Order, PaidEvent, Payment, PaymentEvent, Reversal } from './payment.js';
import type { CreditPackage } from './packages.js';
import type { Charge, CreditsLeft, Spender } from './charge.js';
import type { UsageRow } from './usage.js';

export interface Refund {
  amountCredits: number;
  balance: number;
}

/** The payer of the deep tier of an entity. */
export interface PaidDeep {
  accountId: Id<'acc'>;
  entityId: Id<'ent'>;
}

/** `deep` is set when the row had paid for it. */
export interface RowRefund extends Refund {
  deep?: PaidDeep;
}

/** A filter for entries; all given conditions must hold. */
export interface EntryFilter {
  type?: EntryType | undefined;
  /** Part of the entry's description or entity name, case-insensitive. */
  text?: string | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface EntriesWanted extends EntryFilter {
  before?: Id<'txn'> | undefined;
  limit: number;
}

/**
 * Entries newest first, and the cursor of the next page: `undefined` at the end. A page may be
 * short, since a search looks at a limited number of entries.
 */
export interface EntryList {
  items: LedgerEntry[];
  next: Id<'txn'> | undefined;
}

/**
 * The append-only record of every credit. An account's balance always equals the sum of its entries
 * and is never negative: the database enforces both.
 */
export abstract class Ledger {
  /**
   * Returns a write that charges credits. The balance and every applicable budget must cover all
   * charges of a transaction; otherwise none is made and the transaction fails with
   * `INSUFFICIENT_CREDITS` (see `insufficientCredits`). Not safe to repeat without a job: the
   * database refuses a second charge with the same `jobId`. Its result is the credits left after
   * the commit.
   */
  abstract charge(charge: Charge): PendingWrite<CreditsLeft>;

  /**
   * Returns whether to charge the account for this page: `false` when it was charged for it within
   * the last minute. Concurrent requests for the same page wait until the transaction ends, so that
   * they are charged once.
   */
  abstract beginPricedRead(tx: Tx, accountId: Id<'acc'>, page: string): Promise<boolean>;

  /** Grants credits without payment and returns the new balance. Not safe to repeat. */
  abstract grant(tx: Tx, accountId: Id<'acc'>, amountCredits: number, description: string): Promise<number>;

  /**
   * Credits a purchase and returns the new balance. The database refuses to credit a payment twice.
   */
  abstract purchase(tx: Tx, payment: Payment, description: string): Promise<number>;

  /**
   * Adds (positive) or takes (negative) credits by hand and returns the entry's id and the new
   * balance. Throws `INSUFFICIENT_CREDITS`, with nothing taken, when the balance would go below
   * zero. Not safe to repeat.
   */
  abstract adjust(
    tx: Tx,
    accountId: Id<'acc'>,
    amountCredits: number,
    description: string,
  ): Promise<{ id: Id<'txn'>; balance: number }>;

  /**
   * Takes back up to `amountCredits` of a payment, as far as the balance allows, and returns the
   * number taken.
   */
  abstract clawBack(tx: Tx, payment: Payment, amountCredits: number, description: string): Promise<number>;

  /** Restores credits of a payment that were taken back. Not safe to repeat. */
  abstract restore(tx: Tx, payment: Payment, amountCredits: number, description: string): Promise<void>;

  /**
   * Returns a write that refunds everything charged for a job, once. Its result is `undefined` when
   * nothing is left to refund, or when the same write set ends the job and it had already ended.
   * Safe to repeat and to race.
   */
  abstract refund(jobId: Id<'job'>, description: string): PendingWrite<Refund>;

  /** Refunds the charge of a batch row, once. Safe to repeat and to race. */
  abstract refundRow(
    tx: Tx,
    row: NonNullable<Charge['batchRow']>,
    description: string,
  ): Promise<RowRefund | 'not charged' | 'refunded before'>;

  abstract balance(accountId: Id<'acc'>): Promise<number>;

  /** Returns the limits that apply to the spender now: the balance, then its budgets. */
  abstract limits(spender: Spender): Promise<ChargeLimit[]>;

  /**
   * Returns entries of the account, newest first, with its balance at the same moment. The last
   * page is as fast as the first.
   */
  abstract page(accountId: Id<'acc'>, page: Page): Promise<Paged<LedgerEntry> & { balance: number }>;

  abstract entry(accountId: Id<'acc'>, id: Id<'txn'>): Promise<LedgerEntry | undefined>;

  abstract list(accountId: Id<'acc'>, wanted: EntriesWanted): Promise<EntryList>;

  /**
   * Sums charges and refunds from the start of `from` to the end of `to` (UTC days), one row per
   * day, operation, key and grant.
   */
  abstract usage(accountId: Id<'acc'>, period: { from: string; to: string }): Promise<UsageRow[]>;
}

export type BudgetHolder = { accountId: Id<'acc'> } & ({ keyId: Id<'key'> } | { grantId: string });

/**
 * Spending limits of keys and applications per period. The ledger updates what they spent together
 * with the balance.
 */
export abstract class Budgets {
  /**
   * Sets or removes the holder's budget. What the holder already spent in the current period counts
   * and, for a grant, what its application spent within budgets of earlier grants. Blocks other
   * charges to the account until the transaction ends.
   */
  abstract set(tx: Tx, holder: BudgetHolder, budget: Budget | undefined): Promise<void>;

  /**
   * Returns the application's last budget, also of an ended grant; `undefined` when it had none or
   * it was removed.
   */
  abstract ofClient(accountId: Id<'acc'>, clientId: string): Promise<BudgetStanding | undefined>;

  abstract ofGrant(grantId: string): Promise<Budget | undefined>;
}

export abstract class Payments {
  /**
   * Scheme and host of the usual checkout pages; `undefined` if there are none. A session may be on
   * another host, such as a domain of the seller's own.
   */
  abstract readonly checkoutOrigin: string | undefined;

  /**
   * Opens a page where the order can be paid. Safe to repeat: the same `key` leads to the same
   * session. Throws `PAYMENT_FAILED` with the processor's reason in plain words.
   */
  abstract openSession(order: Order): Promise<CheckoutSession>;
}

export abstract class PaymentEvents {
  /**
   * Returns the event in this message; `undefined` when it is genuine but not about a payment of
   * ours. Throws `VALIDATION_ERROR` when the signature does not prove that the processor sent
   * exactly these bytes.
   */
  abstract read(rawBody: string, signature: string | undefined): PaymentEvent | undefined;
}

/** One row per checkout session. */
export abstract class PaymentRecords {
  /** Records an opened session. Safe to repeat. */
  abstract add(tx: Tx, order: Order, session: CheckoutSession): Promise<void>;

  abstract find(sessionId: string): Promise<Payment | undefined>;

  /** Serialises work on `paymentRef`, the processor's id, until the transaction ends. */
  abstract lock(tx: Tx, paymentRef: string): Promise<void>;

  /**
   * Marks the session as paid and returns the payment as recorded when the session was opened;
   * `undefined` when it was already paid. A session that was not recorded, because the process died
   * right after opening it, is recorded now as the package `listed`. Throws when that is
   * `undefined`, or when the account never existed.
   */
  abstract markPaid(tx: Tx, notice: PaidEvent, listed: CreditPackage | undefined): Promise<Payment | undefined>;

  /** Ends an unpaid session; does nothing to a paid one. Safe to repeat. */
  abstract end(sessionId: string, outcome: 'failed' | 'cancelled'): Promise<void>;

  /** Records returned money or the state of a refund; `false` when already known. */
  abstract addReversal(tx: Tx, reversal: Reversal): Promise<boolean>;

  /**
   * Returns the payment and its reversals that the ledger does not reflect yet, in order;
   * `undefined` while the payment is unknown.
   */
  abstract unsettled(
    tx: Tx,
    paymentRef: string,
  ): Promise<{ payment: Payment; reversals: Reversal[]; settled: Reversal[]; creditsDueSoFar: number } | undefined>;

  /**
   * Records the credits due and the credits taken; the difference is a debt of the account. Both
   * are negative when credits were due to the account.
   */
  abstract settle(tx: Tx, payment: Payment, reversal: Reversal, credits: { due: number; taken: number }): Promise<void>;

  /** Returns the credits owed for returned payments, to be taken from the next purchase. */
  abstract owed(accountId: Id<'acc'>): Promise<number>;

  /**
   * Returns the account's debts, oldest first. Blocks changes to its credits and debts until the
   * transaction ends.
   */
  abstract openDebts(tx: Tx, accountId: Id<'acc'>): Promise<Debt[]>;

  /** Reduces a debt by the credits collected or forgiven. The database refuses to go below zero. */
  abstract reduceDebt(tx: Tx, debt: Debt, by: { collected: number } | { forgiven: number }): Promise<void>;
}

export interface LedgerCheck {
  checkedAt: Date;
  accounts: number;
  entries: number;
  /** The first account, entry or budget that does not add up, in words; `undefined` when all do. */
  difference: string | undefined;
}

export abstract class LedgerAudit {
  /** Adds up every entry of every account and the spending of every budget, as of one moment. */
  abstract check(): Promise<LedgerCheck>;

  /**
   * Continues each account from the last entry checked, then adds up every budget, in short
   * statements, and stores the result as the last check; `undefined` when stopped. Safe to repeat.
   */
  abstract checkOn(stopping: AbortSignal): Promise<LedgerCheck | undefined>;

  /** Returns the last stored check; `undefined` before the first. */
  abstract last(): Promise<LedgerCheck | undefined>;
}
