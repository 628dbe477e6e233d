import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EntryType } from '../../../core/billing/ledger-entry.js';
import type { PackageId } from '../../../core/billing/packages.js';
import type { Payment, RefundState, Reversal } from '../../../core/billing/payment.js';

/** Append-only. */
@Entity('ledger_entries')
export class LedgerEntryRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('integer') number!: number;
  @Column('text') type!: EntryType;
  @Column('integer') amount!: number;
  @Column('integer') balance_after!: number;
  @Column('text') description!: string;
  @Column('text', { nullable: true }) operation!: string | null;
  @Column('uuid', { nullable: true }) key_id!: string | null;
  @Column('uuid', { nullable: true }) job_id!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('text', { nullable: true }) package_id!: PackageId | null;
  @Column('uuid', { nullable: true }) payment_id!: string | null;
  @Column('uuid', { nullable: true }) search_id!: string | null;
  @Column('uuid', { nullable: true }) entity_id!: string | null;
  @Column('text', { nullable: true }) entity_name!: string | null;
  @Column('text', { nullable: true }) jurisdiction!: string | null;
  @Column('text', { nullable: true }) grant_id!: string | null;
  @Column('uuid', { nullable: true }) watch_id!: string | null;
  @Column('uuid', { nullable: true }) batch_id!: string | null;
  @Column('integer', { nullable: true }) batch_line!: number | null;
  @Column('timestamptz', { nullable: true }) charged_at!: Date | null;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('json', { nullable: true }) recorded!: readonly unknown[] | null;
}

/** Checkout sessions. */
@Entity('payments')
export class PaymentRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('text') package_id!: string;
  @Column('integer') amount_credits!: number;
  @Column('integer') price_cents!: number;
  @Column('integer', { nullable: true }) paid_cents!: number | null;
  @Column('text') session_id!: string;
  @Column('text') status!: Payment['status'];
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
  @Column('text', { nullable: true }) payment_ref!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) paid_at!: Date | null;
}

/** Money returned to payers. Each step is recorded once. */
@Entity('payment_reversals')
export class PaymentReversalRow {
  @PrimaryColumn('text') reference!: string;
  @Column('text') payment_ref!: string;
  @Column('text') reason!: Reversal['reason'];
  @Column('integer') gone_before!: number;
  @Column('integer') gone_after!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) settled_at!: Date | null;
  @Column('integer', { nullable: true }) credits_due!: number | null;
  @Column('integer', { nullable: true }) credits_taken!: number | null;
  @Column('text', { nullable: true }) refund_id!: string | null;
  @Column('text', { nullable: true }) status!: RefundState | null;
  @Column('text', { nullable: true }) reinstates!: string | null;
}
