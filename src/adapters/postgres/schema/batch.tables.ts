import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Files of names. */
@Entity('batches')
export class BatchRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  status!: string;

  @Column('text', { nullable: true })
  fileName!: string | null;

  @Column('text', { nullable: true })
  webhookUrl!: string | null;

  @Column('integer')
  rows!: number;

  @Column('integer')
  accepted!: number;

  @Column('integer')
  rejected!: number;

  @Column('integer')
  maxCredits!: number;

  @Column('integer')
  found!: number;

  @Column('integer')
  review!: number;

  @Column('integer')
  noMatch!: number;

  @Column('integer')
  failed!: number;

  @Column('integer')
  duplicate!: number;

  @Column('integer')
  creditsCharged!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('uuid', { nullable: true })
  keyId!: string | null;

  @Column('text', { nullable: true })
  grantId!: string | null;

  @Column('text', { nullable: true })
  pauseReason!: string | null;

  @Column('timestamptz', { nullable: true })
  resetsAt!: Date | null;

  @Column('integer')
  nextLine!: number;

  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { nullable: true })
  claimedUntil!: Date | null;

  @Column('timestamptz')
  lookAt!: Date;

  @Column('timestamptz', { nullable: true })
  workedAt!: Date | null;

  @Column('jsonb')
  askedIn!: unknown;

  @Column('timestamptz', { nullable: true })
  droppedAt!: Date | null;
}

/** The rows of a batch, with their outcomes. */
@Entity('batch_rows')
export class BatchRowRow {
  @PrimaryColumn('uuid')
  batchId!: string;

  @PrimaryColumn('integer')
  line!: number;

  @Column('text', { nullable: true })
  customId!: string | null;

  @Column('text', { nullable: true })
  entityName!: string | null;

  @Column('text', { nullable: true })
  jurisdiction!: string | null;

  @Column('text', { nullable: true })
  tier!: string | null;

  @Column('text', { nullable: true })
  nameKey!: string | null;

  @Column('text', { nullable: true })
  recordNumber!: string | null;

  @Column('jsonb', { nullable: true })
  evidence!: unknown;

  @Column('smallint', { nullable: true })
  price!: number | null;

  @Column('integer', { nullable: true })
  sameAs!: number | null;

  @Column('text', { nullable: true })
  outcome!: string | null;

  @Column('uuid', { nullable: true })
  entityId!: string | null;

  @Column('text', { nullable: true })
  officialName!: string | null;

  @Column('text', { nullable: true })
  status!: string | null;

  @Column('boolean', { nullable: true })
  goodStanding!: boolean | null;

  @Column('text', { nullable: true })
  jurisdictionId!: string | null;

  @Column('double precision', { nullable: true })
  confidence!: number | null;

  @Column('integer')
  creditsCharged!: number;

  @Column('text', { nullable: true })
  error!: string | null;

  @Column('text', { nullable: true })
  field!: string | null;

  @Column('jsonb', { nullable: true })
  alternatives!: unknown;

  @Column('jsonb', { nullable: true })
  registration!: unknown;

  @Column('uuid', { nullable: true })
  evidenceId!: string | null;
}

/** Rows of batches that wait for a retrieval. */
@Entity('batch_waits')
export class BatchWaitRow {
  @PrimaryColumn('uuid')
  batchId!: string;

  @PrimaryColumn('integer')
  line!: number;

  @Column('uuid')
  retrievalId!: string;

  @Column('timestamptz')
  waitsSince!: Date;
}
