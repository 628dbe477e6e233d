import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { ChangeCode } from '../../../core/watches/comparison/compare.js';
import type { RecordState } from '../../../core/watches/comparison/record-state.js';
import type { BlindReason } from '../../../core/watches/event.js';
import type { MadeMail, MailRhythm } from '../../../core/watches/mails/ports.js';
import type { PauseReason, Period, WatchStatus } from '../../../core/watches/watch.js';

/** The last reading of each part of the details, by the part's name. */
export type StoredReadings = Readonly<Record<string, { at: string; parserVersion: number }>>;

@Entity('watches')
export class WatchRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('uuid', { nullable: true }) key_id!: string | null;
  @Column('uuid') entity_id!: string;
  @Column('text') jurisdiction!: string;
  @Column('boolean') sandbox!: boolean;
  @Column('text') every!: Period;
  @Column('text') tier!: Tier;
  @Column('text', { array: true, nullable: true }) codes!: ChangeCode[] | null;
  @Column('text', { nullable: true }) webhook_url!: string | null;
  @Column('integer', { nullable: true }) max_credits_per_month!: number | null;
  @Column('text') status!: WatchStatus;
  @Column('text', { nullable: true }) pause_reason!: PauseReason | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) next_check_at!: Date | null;
  @Column('timestamptz', { nullable: true }) last_checked_at!: Date | null;
  @Column('jsonb') seen!: RecordState;
  @Column('timestamptz') seen_at!: Date;
  @Column('integer') seen_reading!: number;
  @Column('jsonb', { nullable: true }) detail_readings!: StoredReadings | null;
  @Column('integer') unanswered!: number;
  @Column('timestamptz', { nullable: true }) unanswered_since!: Date | null;
  @Column('text', { nullable: true }) unanswered_reason!: BlindReason | null;
  @Column('timestamptz', { nullable: true }) blind_since!: Date | null;
  @Column('timestamptz', { nullable: true }) absent_since!: Date | null;
  @Column('date', { nullable: true }) spent_month!: string | null;
  @Column('integer') spent!: number;
  @Column('uuid', { nullable: true }) check_job!: string | null;
  @Column('timestamptz', { nullable: true }) check_due!: Date | null;
  @Column('boolean') check_asked!: boolean;
  @Column('uuid', { nullable: true }) claim!: string | null;
  @Column('timestamptz', { nullable: true }) claimed_until!: Date | null;
  @Column('text', { nullable: true }) edition!: string | null;
  @Column('text', { nullable: true }) grant_id!: string | null;
  @Column('bytea', { nullable: true }) record_digest!: Buffer | null;
  @Column('integer') check_errors!: number;
  @Column('timestamptz', { nullable: true }) paused_at!: Date | null;
  @Column('text', { nullable: true }) reference!: string | null;
}

/** Accounts that get changes by mail: how often, and the last event mailed. */
@Entity('change_mails')
export class ChangeMailRow {
  @PrimaryColumn('uuid') account_id!: string;
  @Column('text') every!: MailRhythm;
  @Column('uuid', { nullable: true }) last_event!: string | null;
  @Column('timestamptz') due_at!: Date;
  @Column('jsonb', { nullable: true }) outbox!: MadeMail | null;
  @Column('integer') tries!: number;
  @Column('timestamptz', { nullable: true }) claimed_until!: Date | null;
}
