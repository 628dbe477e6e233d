import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Page, Paged } from '../page.js';
import type { Budget, BudgetStanding, ChargeLimit } from './budget.js';
import type { EntryType, LedgerEntry } from './ledger-entry.js';
import type { CheckoutSession, Debt, Order, PaidEvent, Payment, PaymentEvent, Reversal } from './payment.js';
import type { CreditPackage } from './packages.js';
import type { Charge, CreditsLeft, Spender } from './charge.js';
import type { UsageRow } from './usage.js';

/** The credits that were refunded, and the balance after it. */
export interface Refund {
  amountCredits: number;
  balance: number;
}

/** Who paid for the deep tier of an entity. */
export interface PaidDeep {
  accountId: Id<'acc'>;
  entityId: Id<'ent'>;
}

/** `deep`: there when the row had paid for it. */
export interface RowRefund extends Refund {
  deep?: PaidDeep;
}

/** Which entries: all that is given has to hold. */
export interface EntryFilter {
  type?: EntryType | undefined;
  /** Part of what the entry says, or of the name it is about; in capital letters or not. */
  text?: string | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface EntriesWanted extends EntryFilter {
  /** Only entries older than this one. */
  before?: Id<'txn'> | undefined;
  limit: number;
}

/**
 * Some entries, the newest first, and before which one to go on: `undefined` when there are no
 * more. Few fit where few of many are looked at.
 */
export interface EntryList {
  items: LedgerEntry[];
  next: Id<'txn'> | undefined;
}

/**
 * The append-only record of every credit. An account's balance equals the sum of its entries at
 * every moment and is never negative: the database enforces both.
 */
export abstract class Ledger {
  /**
   * To be written: takes credits. The balance, and every budget of those on whose behalf they are
   * made, must cover all charges of a transaction, or none of them is taken: then it ends with
   * `INSUFFICIENT_CREDITS`, see `insufficientCredits`. Not safe to repeat without a job: a charge
   * with a `jobId` is refused by the database the second time. Its result is what its commit
   * leaves.
   */
  abstract charge(charge: Charge): PendingWrite<CreditsLeft>;

  /**
   * Whether the account is to be charged for this page: `false` when it was charged for it within
   * the last minute. Others that ask for the same page wait until the transaction ends, so that
   * many at once are charged for once.
   */
  abstract beginPricedRead(tx: Tx, accountId: Id<'acc'>, page: string): Promise<boolean>;

  /** Grants credits without payment and returns the new balance. Not safe to repeat. */
  abstract grant(tx: Tx, accountId: Id<'acc'>, amountCredits: number, description: string): Promise<number>;

  /**
   * Credits what was bought and returns the new balance. A payment is credited once: the database
   * refuses it the second time.
   */
  abstract purchase(tx: Tx, payment: Payment, description: string): Promise<number>;

  /**
   * Gives (positive) or takes (negative) credits by hand and returns the entry's id and the new
   * balance. Throws `INSUFFICIENT_CREDITS`, with nothing taken, when it would go below zero. Not
   * safe to repeat.
   */
  abstract adjust(
    tx: Tx,
    accountId: Id<'acc'>,
    amountCredits: number,
    description: string,
  ): Promise<{ id: Id<'txn'>; balance: number }>;

  /**
   * Takes back up to `amountCredits` of a payment, as far as the balance goes, and returns how many
   * those were.
   */
  abstract clawBack(tx: Tx, payment: Payment, amountCredits: number, description: string): Promise<number>;

  /** Gives credits of a payment back that were taken before. Not safe to repeat. */
  abstract restore(tx: Tx, payment: Payment, amountCredits: number, description: string): Promise<void>;

  /**
   * To be written: refunds all that was charged for a job, once. Its result is `undefined` when
   * there was nothing (left) to refund, or when the same write set ends the job and it had ended
   * before. Safe to repeat and to race.
   */
  abstract refund(jobId: Id<'job'>, description: string): PendingWrite<Refund>;

  /** Refunds what was charged for a row of a batch, once. Safe to repeat and to race. */
  abstract refundRow(
    tx: Tx,
    row: NonNullable<Charge['batchRow']>,
    description: string,
  ): Promise<RowRefund | 'not charged' | 'refunded before'>;

  /** Credits the account can spend now. */
  abstract balance(accountId: Id<'acc'>): Promise<number>;

  /** What a charge of the spender has to keep to now: the balance, then its budgets. */
  abstract limits(spender: Spender): Promise<ChargeLimit[]>;

  /**
   * Entries of the account, the newest first, with its balance at the same moment. As quick on the
   * last page as on the first.
   */
  abstract page(accountId: Id<'acc'>, page: Page): Promise<Paged<LedgerEntry> & { balance: number }>;

  /** An entry of the account. */
  abstract entry(accountId: Id<'acc'>, id: Id<'txn'>): Promise<LedgerEntry | undefined>;

  /** Entries of the account that fit. */
  abstract list(accountId: Id<'acc'>, wanted: EntriesWanted): Promise<EntryList>;

  /**
   * What was charged and refunded from the start of `from` to the end of `to` (UTC days), one row
   * per day, operation, key and grant.
   */
  abstract usage(accountId: Id<'acc'>, period: { from: string; to: string }): Promise<UsageRow[]>;
}

/** Whose budget it is. */
export type BudgetHolder = { accountId: Id<'acc'> } & ({ keyId: Id<'key'> } | { grantId: string });

/**
 * The most that keys and applications may spend in a period. What they spend is moved with the
 * balance, by the ledger's charges and refunds.
 */
export abstract class Budgets {
  /**
   * Gives the holder this budget, or lifts the one it has. What the holder spent in the current
   * period counts, also from before, and for a grant what its application spent within budgets of
   * earlier grants. Until the transaction ends, nothing else is charged to the account.
   */
  abstract set(tx: Tx, holder: BudgetHolder, budget: Budget | undefined): Promise<void>;

  /**
   * The budget that the application had last, its grant ended or not; `undefined` when it had none,
   * or it was lifted.
   */
  abstract ofClient(accountId: Id<'acc'>, clientId: string): Promise<BudgetStanding | undefined>;

  /** The budget of a grant; `undefined` when it has none. */
  abstract ofGrant(grantId: string): Promise<Budget | undefined>;
}

/** The payment processor. */
export abstract class Payments {
  /**
   * Opens a page where the order can be paid. Safe to repeat with the same `key`: that leads to the
   * same session. Throws `PAYMENT_FAILED` with the processor's reason in plain words.
   */
  abstract openSession(order: Order): Promise<CheckoutSession>;
}

/** How the processor reports what became of payments. */
export abstract class PaymentEvents {
  /**
   * What this message says; `undefined` when it is genuine and not about a payment of ours. Throws
   * `VALIDATION_ERROR` when the signature does not prove that the processor sent exactly these
   * bytes.
   */
  abstract read(rawBody: string, signature: string | undefined): PaymentEvent | undefined;
}

/** One row per checkout session. */
export abstract class PaymentRecords {
  /** Records an opened session. Safe to repeat. */
  abstract add(tx: Tx, order: Order, session: CheckoutSession): Promise<void>;

  abstract find(sessionId: string): Promise<Payment | undefined>;

  /** Until the transaction ends, no other works on what the processor calls `paymentRef`. */
  abstract lock(tx: Tx, paymentRef: string): Promise<void>;

  /**
   * Marks the session as paid and returns the payment as it was recorded when the session was
   * opened; `undefined` when it was paid before. A session that was not recorded, because the
   * process died right after opening it, is recorded now as the package `listed`. Throws when that
   * is `undefined`, or when the account never existed.
   */
  abstract markPaid(tx: Tx, notice: PaidEvent, listed: CreditPackage | undefined): Promise<Payment | undefined>;

  /** Ends a session that was not paid; does nothing to one that was. Safe to repeat. */
  abstract end(sessionId: string, outcome: 'failed' | 'cancelled'): Promise<void>;

  /** Notes that money went back, or in which state a refund is; `false` when this is known. */
  abstract addReversal(tx: Tx, reversal: Reversal): Promise<boolean>;

  /**
   * What has gone back of a payment and is still in the ledger, in the order it went; `undefined`
   * while the payment itself is not known.
   */
  abstract unsettled(
    tx: Tx,
    paymentRef: string,
  ): Promise<{ payment: Payment; reversals: Reversal[]; settled: Reversal[]; creditsDueSoFar: number } | undefined>;

  /**
   * Records what was due and what could be taken; what could not be taken is a debt of the account.
   * Both are negative when credits were due to the account.
   */
  abstract settle(tx: Tx, payment: Payment, reversal: Reversal, credits: { due: number; taken: number }): Promise<void>;

  /** Credits spent before their payment went back: so many of the next purchase are taken. */
  abstract owed(accountId: Id<'acc'>): Promise<number>;

  /**
   * What the account owes, the oldest first. Until the transaction ends, no other moves its credits
   * or its debts.
   */
  abstract openDebts(tx: Tx, accountId: Id<'acc'>): Promise<Debt[]>;

  /**
   * Makes a debt smaller, by what was collected or is not owed any more. The database refuses to
   * make it less than nothing.
   */
  abstract reduceDebt(tx: Tx, debt: Debt, by: { collected: number } | { forgiven: number }): Promise<void>;
}

/** What recomputing every balance from its entries came to. */
export interface LedgerCheck {
  checkedAt: Date;
  accounts: number;
  entries: number;
  /**
   * The first account, entry or budget that does not add up, in words; `undefined` when everything
   * does.
   */
  difference: string | undefined;
}

/** The whole ledger, recomputed. */
export abstract class LedgerAudit {
  /**
   * Adds up every entry of every account, and what every budget counts as spent, as of one moment.
   */
  abstract check(): Promise<LedgerCheck>;

  /**
   * Goes on from the entry of each account up to which it was checked before, then adds up every
   * budget, in short statements, and keeps what came of it as the last check; `undefined` when it
   * was stopped. Safe to repeat.
   */
  abstract checkOn(stopping: AbortSignal): Promise<LedgerCheck | undefined>;

  /** The last check that was kept; `undefined` before the first. */
  abstract last(): Promise<LedgerCheck | undefined>;
}
