import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The append-only ledger. */
@Entity('ledger_entries')
export class LedgerEntryRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('integer')
  number!: number;

  @Column('text')
  type!: string;

  @Column('integer')
  amount!: number;

  @Column('integer')
  balanceAfter!: number;

  @Column('text')
  description!: string;

  @Column('text', { nullable: true })
  operation!: string | null;

  @Column('uuid', { nullable: true })
  keyId!: string | null;

  @Column('uuid', { nullable: true })
  jobId!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('text', { nullable: true })
  packageId!: string | null;

  @Column('uuid', { nullable: true })
  paymentId!: string | null;

  @Column('uuid', { nullable: true })
  searchId!: string | null;

  @Column('uuid', { nullable: true })
  entityId!: string | null;

  @Column('text', { nullable: true })
  entityName!: string | null;

  @Column('text', { nullable: true })
  jurisdiction!: string | null;

  @Column('text', { nullable: true })
  grantId!: string | null;

  @Column('uuid', { nullable: true })
  watchId!: string | null;

  @Column('uuid', { nullable: true })
  batchId!: string | null;

  @Column('integer', { nullable: true })
  batchLine!: number | null;

  @Column('timestamptz', { nullable: true })
  chargedAt!: Date | null;
}

/** The most that a key or a grant may spend in a period, and what it has spent. */
@Entity('budgets')
export class BudgetRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  keyId!: string | null;

  @Column('text', { nullable: true })
  grantId!: string | null;

  @Column('integer')
  credits!: number;

  @Column('text')
  every!: string;

  @Column('timestamptz')
  periodStart!: Date;

  @Column('integer')
  spent!: number;

  @Column('text', { nullable: true })
  clientId!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('integer')
  carried!: number;

  @Column('timestamptz', { nullable: true })
  carriedIn!: Date | null;
}

/** How far the ledger of each account has been checked. */
@Entity('checked_ledgers')
export class CheckedLedgerRow {
  @PrimaryColumn('uuid')
  accountId!: string;

  @Column('integer')
  entries!: number;

  @Column('integer')
  balance!: number;
}

/** The latest check of the whole ledger. */
@Entity('ledger_checks')
export class LedgerCheckRow {
  @PrimaryColumn('boolean')
  onlyRow!: boolean;

  @Column('timestamptz')
  checkedAt!: Date;

  @Column('integer')
  accounts!: number;

  @Column('bigint')
  entries!: string;

  @Column('text', { nullable: true })
  difference!: string | null;
}

/**
 * Pages that an account was charged for, for the minute in which they are read again for nothing.
 */
@Entity('priced_reads')
export class PricedReadRow {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('text')
  page!: string;

  @Column('timestamptz')
  chargedAt!: Date;
}

/** Checkout sessions. */
@Entity('payments')
export class PaymentRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  packageId!: string;

  @Column('integer')
  amountCredits!: number;

  @Column('integer')
  priceCents!: number;

  @Column('integer', { nullable: true })
  paidCents!: number | null;

  @Column('text')
  sessionId!: string;

  @Column('text')
  status!: string;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Column('text', { nullable: true })
  paymentRef!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  paidAt!: Date | null;
}

/** Money that went back, each step once. */
@Entity('payment_reversals')
export class PaymentReversalRow {
  @PrimaryColumn('text')
  reference!: string;

  @Column('text')
  paymentRef!: string;

  @Column('text')
  reason!: string;

  @Column('integer')
  goneBefore!: number;

  @Column('integer')
  goneAfter!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  settledAt!: Date | null;

  @Column('integer', { nullable: true })
  creditsDue!: number | null;

  @Column('integer', { nullable: true })
  creditsTaken!: number | null;

  @Column('text', { nullable: true })
  refundId!: string | null;

  @Column('text', { nullable: true })
  status!: string | null;

  @Column('text', { nullable: true })
  reinstates!: string | null;
}

/** Credits that were spent before their money went back. */
@Entity('debts')
export class DebtRow {
  @PrimaryColumn('text')
  reference!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid')
  paymentId!: string;

  @Column('integer')
  amountCredits!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('integer')
  collectedCredits!: number;

  @Column('integer')
  forgivenCredits!: number;
}
