import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EventType } from '../../../core/webhooks/event.js';
import type { Attempt, DeliveryStatus } from '../../../core/webhooks/ports.js';

/** Written together with the outcome they report. */
@Entity('events')
export class EventRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('uuid', { nullable: true }) job_id!: string | null;
  @Column('text') type!: EventType;
  @Column('text') body!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('bigint', { nullable: true }) number!: string | null;
  @Column('uuid', { nullable: true }) watch_id!: string | null;
  @Column('uuid', { nullable: true }) batch_id!: string | null;
  @Column('uuid', { nullable: true }) entity_id!: string | null;
  @Column('uuid', { nullable: true }) record_id!: string | null;
}

@Entity('deliveries')
export class DeliveryRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') number!: string;
  @Column('uuid') event_id!: string;
  @Column('uuid') account_id!: string;
  @Column('uuid') job_id!: string;
  @Column('text') url!: string;
  @Column('text') destination!: string;
  @Column('text') status!: DeliveryStatus;
  @Column('jsonb') attempts!: (Omit<Attempt, 'at'> & { at: string })[];
  @Column('integer') claims!: number;
  @Column('uuid', { nullable: true }) claim!: string | null;
  @Column('timestamptz', { nullable: true }) claimed_until!: Date | null;
  @Column('timestamptz') due_at!: Date;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
  @Column('boolean') again!: boolean;
  @Column('uuid', { nullable: true }) watch_id!: string | null;
  @Column('uuid', { nullable: true }) batch_id!: string | null;
}

/** Signing secrets, sealed. */
@Entity('webhook_secrets')
export class WebhookSecretRow {
  @PrimaryColumn('uuid') account_id!: string;
  @Column('text') sealed!: string;
  @Column('text', { nullable: true }) sealed_before!: string | null;
  @Column('timestamptz', { nullable: true }) before_expires_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
}
