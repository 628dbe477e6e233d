import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Standing } from '../../../core/entities/verified-entity.js';
import type { Finding } from '../../../core/matching/evidence/evidence.js';
import type { BatchPauseReason, BatchStatus } from '../../../core/batches/batch.js';
import type { RowRegistration } from '../../../core/batches/ports.js';

@Entity('batches')
export class BatchRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('text') status!: BatchStatus;
  @Column('text', { nullable: true }) file_name!: string | null;
  @Column('uuid', { nullable: true }) retry_of!: string | null;
  @Column('text', { nullable: true }) webhook_url!: string | null;
  @Column('integer') rows!: number;
  @Column('integer') accepted!: number;
  @Column('integer') rejected!: number;
  @Column('integer') max_credits!: number;
  @Column('integer') found!: number;
  @Column('integer') review!: number;
  @Column('integer') no_match!: number;
  @Column('integer') failed!: number;
  @Column('integer') duplicate!: number;
  @Column('integer') credits_charged!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) started_at!: Date | null;
  @Column('timestamptz', { nullable: true }) ended_at!: Date | null;
  @Column('uuid', { nullable: true }) key_id!: string | null;
  @Column('text', { nullable: true }) grant_id!: string | null;
  @Column('text', { nullable: true }) pause_reason!: BatchPauseReason | null;
  @Column('timestamptz', { nullable: true }) resets_at!: Date | null;
  @Column('integer') next_line!: number;
  @Column('uuid', { nullable: true }) claim!: string | null;
  @Column('timestamptz', { nullable: true }) claimed_until!: Date | null;
  @Column('timestamptz') look_at!: Date;
  @Column('timestamptz', { nullable: true }) worked_at!: Date | null;
  @Column('jsonb') asked_in!: unknown;
  @Column('timestamptz', { nullable: true }) dropped_at!: Date | null;
}

@Entity('batch_rows')
export class BatchRowRow {
  @PrimaryColumn('uuid') batch_id!: string;
  @PrimaryColumn('integer') line!: number;
  @Column('text', { nullable: true }) custom_id!: string | null;
  @Column('text', { nullable: true }) entity_name!: string | null;
  @Column('text', { nullable: true }) jurisdiction!: string | null;
  @Column('text', { nullable: true }) tier!: string | null;
  @Column('text', { nullable: true }) name_key!: string | null;
  @Column('text', { nullable: true }) record_number!: string | null;
  @Column('jsonb', { nullable: true }) evidence!: unknown;
  @Column('smallint', { nullable: true }) price!: number | null;
  @Column('integer', { nullable: true }) same_as!: number | null;
  @Column('text', { nullable: true }) outcome!: string | null;
  @Column('uuid', { nullable: true }) entity_id!: string | null;
  @Column('text', { nullable: true }) official_name!: string | null;
  @Column('text', { nullable: true }) status!: string | null;
  @Column('boolean', { nullable: true }) good_standing!: boolean | null;
  @Column('text', { nullable: true }) jurisdiction_id!: string | null;
  @Column('double precision', { nullable: true }) confidence!: number | null;
  @Column('integer') credits_charged!: number;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('text', { nullable: true }) field!: string | null;
  @Column('jsonb', { nullable: true }) alternatives!: unknown;
  @Column('jsonb', { nullable: true }) registration!: RowRegistration | null;
  @Column('uuid', { nullable: true }) evidence_id!: string | null;
  @Column('boolean', { nullable: true }) cached!: boolean | null;
  @Column('text', { nullable: true }) standing!: Standing | null;
  @Column('jsonb', { nullable: true }) findings!: Finding[] | null;
}
