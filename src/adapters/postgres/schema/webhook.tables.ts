import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Events, written with the outcome they tell of. */
@Entity('events')
export class EventRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  jobId!: string | null;

  @Column('text')
  type!: string;

  @Column('text')
  body!: string;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('bigint', { nullable: true })
  number!: string | null;

  @Column('uuid', { nullable: true })
  watchId!: string | null;

  @Column('uuid', { nullable: true })
  batchId!: string | null;

  @Column('uuid', { nullable: true })
  entityId!: string | null;
}

/** Deliveries of events to receivers. */
@Entity('deliveries')
export class DeliveryRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('bigint')
  number!: string;

  @Column('uuid')
  eventId!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid')
  jobId!: string;

  @Column('text')
  url!: string;

  @Column('text')
  destination!: string;

  @Column('text')
  status!: string;

  @Column('jsonb')
  attempts!: unknown;

  @Column('integer')
  claims!: number;

  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { nullable: true })
  claimedUntil!: Date | null;

  @Column('timestamptz')
  dueAt!: Date;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  @Column('boolean')
  again!: boolean;

  @Column('uuid', { nullable: true })
  watchId!: string | null;

  @Column('uuid', { nullable: true })
  batchId!: string | null;
}

/** Signing secrets, sealed. */
@Entity('webhook_secrets')
export class WebhookSecretRow {
  @PrimaryColumn('uuid')
  accountId!: string;

  @Column('text')
  sealed!: string;

  @Column('text', { nullable: true })
  sealedBefore!: string | null;

  @Column('timestamptz', { nullable: true })
  beforeExpiresAt!: Date | null;

  @Column('timestamptz')
  createdAt!: Date;
}
