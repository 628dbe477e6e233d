import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One question to one register each. These rows are the truth; the queue only points at them. */
@Entity('retrievals')
export class RetrievalRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  jurisdiction!: string;

  @Column('text')
  entityName!: string;

  @Column('text')
  nameKey!: string;

  @Column('text')
  tier!: string;

  @Column('integer')
  attempts!: number;

  @Column('timestamptz')
  dueAt!: Date;

  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { nullable: true })
  claimedUntil!: Date | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  @Column('text')
  kind!: string;

  @Column('integer')
  claims!: number;

  @Column('uuid')
  accountId!: string;

  @Column('text', { nullable: true })
  traceparent!: string | null;

  @Column('text', { nullable: true })
  recordNumber!: string | null;

  @Column('boolean', { nullable: true })
  sandbox!: boolean | null;

  @Column('jsonb', { nullable: true })
  failure!: unknown;

  @Column('uuid', { nullable: true })
  evidenceId!: string | null;
}

/** What waits for a retrieval, a search or a check of a watch. */
@Entity('jobs')
export class JobRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  retrievalId!: string | null;

  @Column('text')
  entityName!: string;

  @Column('text')
  jurisdiction!: string;

  @Column('text')
  tier!: string;

  @Column('integer')
  amountCredits!: number;

  @Column('text')
  status!: string;

  @Column('json', { nullable: true })
  result!: unknown;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;

  @Column('text', { nullable: true })
  webhookUrl!: string | null;

  @Column('uuid', { nullable: true })
  searchId!: string | null;

  @Column('text', { nullable: true })
  traceparent!: string | null;

  @Column('uuid', { nullable: true })
  watchId!: string | null;

  @Column('json', { nullable: true })
  evidence!: unknown;

  @Column('uuid', { nullable: true })
  evidenceId!: string | null;
}

/** Searches over several jurisdictions, with a job for each. */
@Entity('searches')
export class SearchRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  entityName!: string;

  @Column('text', { array: true })
  jurisdictions!: string[];

  @Column('json', { nullable: true })
  known!: unknown;

  @Column('json', { nullable: true })
  notAsked!: unknown;

  @Column('timestamptz')
  createdAt!: Date;
}

/** Which record a person meant where a match was not certain. */
@Entity('meant_records')
export class MeantRecordRow {
  @PrimaryColumn('uuid')
  decisionId!: string;

  @Column('uuid', { nullable: true })
  jobId!: string | null;

  @Column('uuid', { nullable: true })
  batchId!: string | null;

  @Column('integer', { nullable: true })
  line!: number | null;

  @Column('text', { nullable: true })
  decidedBy!: string | null;

  @Column('text', { nullable: true })
  jurisdictionId!: string | null;

  @Column('text', { nullable: true })
  note!: string | null;

  @Column('timestamptz')
  recordedAt!: Date;
}
