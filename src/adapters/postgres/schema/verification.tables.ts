import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { GivenEvidence } from '../../../core/matching/evidence/evidence.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { JobStatus } from '../../../core/verification/job.js';

/** One question to one register each. These rows are the truth; the queue only points at them. */
@Entity('retrievals')
export class RetrievalRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') jurisdiction!: string;
  @Column('text') entity_name!: string;
  @Column('text') name_key!: string;
  @Column('text') tier!: string;
  @Column('integer') attempts!: number;
  @Column('timestamptz') due_at!: Date;
  @Column('uuid', { nullable: true }) claim!: string | null;
  @Column('timestamptz', { nullable: true }) claimed_until!: Date | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
  @Column('text') kind!: string;
  @Column('integer') claims!: number;
  @Column('uuid') account_id!: string;
  @Column('text', { nullable: true }) traceparent!: string | null;
  @Column('text', { nullable: true }) record_number!: string | null;
  @Column('boolean', { nullable: true }) sandbox!: boolean | null;
  @Column('jsonb', { nullable: true }) failure!: unknown;
  @Column('uuid', { nullable: true }) evidence_id!: string | null;
}

/** What waits for a retrieval, a search or a check of a watch. */
@Entity('jobs')
export class JobRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('uuid', { nullable: true }) retrieval_id!: string | null;
  @Column('text') entity_name!: string;
  @Column('text') jurisdiction!: string;
  @Column('text') tier!: Tier;
  @Column('integer') amount_credits!: number;
  @Column('text') status!: JobStatus;
  @Column('json', { nullable: true }) result!: unknown;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) started_at!: Date | null;
  @Column('timestamptz', { nullable: true }) completed_at!: Date | null;
  @Column('text', { nullable: true }) webhook_url!: string | null;
  @Column('uuid', { nullable: true }) search_id!: string | null;
  @Column('text', { nullable: true }) traceparent!: string | null;
  @Column('uuid', { nullable: true }) watch_id!: string | null;
  @Column('json', { nullable: true }) evidence!: GivenEvidence | null;
  @Column('uuid', { nullable: true }) evidence_id!: string | null;
}

/** Searches over several jurisdictions, with a job for each. */
@Entity('searches')
export class SearchRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('text') entity_name!: string;
  @Column('text', { array: true }) jurisdictions!: string[];
  @Column('json', { nullable: true }) known!: unknown;
  @Column('json', { nullable: true }) not_asked!: unknown;
  @Column('timestamptz') created_at!: Date;
}

/** Which record a person meant where a match was not certain. */
@Entity('meant_records')
export class MeantRecordRow {
  @PrimaryColumn('uuid') decision_id!: string;
  @Column('uuid', { nullable: true }) job_id!: string | null;
  @Column('uuid', { nullable: true }) batch_id!: string | null;
  @Column('integer', { nullable: true }) line!: number | null;
  @Column('text', { nullable: true }) decided_by!: string | null;
  @Column('text', { nullable: true }) jurisdiction_id!: string | null;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('timestamptz') recorded_at!: Date;
}
