import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { GivenEvidence } from '../../../core/matching/evidence/evidence.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { JobStatus } from '../../../core/verification/job.js';

/** Jobs wait for a retrieval, a search or a watch check. */
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
  @Column('text', { nullable: true }) via!: string | null;
  @Column('json', { nullable: true }) evidence!: GivenEvidence | null;
  @Column('uuid', { nullable: true }) evidence_id!: string | null;
  @Column('timestamptz', { nullable: true }) read_after!: Date | null;
  @Column('text', { nullable: true }) reference!: string | null;
}
