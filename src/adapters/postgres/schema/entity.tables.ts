import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records of registers. */
@Entity('entities')
export class EntityRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') jurisdiction!: string;
  @Column('text') record_id!: string;
  @Column('jsonb') record!: unknown;
  @Column('text') url!: string;
  @Column('boolean') sandbox!: boolean;
  @Column('timestamptz') retrieved_at!: Date;
  @Column('jsonb', { nullable: true }) details!: unknown;
  @Column('timestamptz', { nullable: true }) details_retrieved_at!: Date | null;
  @Column('integer') snapshots!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) personal_data_erased_at!: Date | null;
  @Column('text', { nullable: true }) coverage!: string | null;
  @Column('timestamptz', { nullable: true }) oldest_snapshot_at!: Date | null;
}

/** The deepest tier an account has paid for on an entity. */
@Entity('access')
export class AccessRow {
  @PrimaryColumn('uuid') account_id!: string;
  @PrimaryColumn('uuid') entity_id!: string;
  @Column('text') tier!: string;
  @Column('date') asked_on!: string;
}

/** The newest answer to a name; no entity means a confirmed no-match. */
@Entity('answers')
export class AnswerRow {
  @PrimaryColumn('text') jurisdiction!: string;
  @PrimaryColumn('boolean') sandbox!: boolean;
  @PrimaryColumn('text') name_key!: string;
  @Column('uuid', { nullable: true }) entity_id!: string | null;
  @Column('jsonb', { nullable: true }) match!: unknown;
  @Column('jsonb', { nullable: true }) closest!: unknown;
  @Column('timestamptz') answered_at!: Date;
  @Column('text', { nullable: true }) coverage!: string | null;
  @Column('boolean') complete!: boolean;
  @Column('uuid', { array: true, nullable: true }) rivals!: string[] | null;
  @Column('uuid', { nullable: true }) evidence_id!: string | null;
}

/** The newest ranking of a name in a register. */
@Entity('rankings')
export class RankingRow {
  @PrimaryColumn('text') jurisdiction!: string;
  @PrimaryColumn('boolean') sandbox!: boolean;
  @PrimaryColumn('text') name_key!: string;
  @Column('uuid', { array: true }) entity_ids!: string[];
  @Column('timestamptz') ranked_at!: Date;
}

/** What a register said of an entity at each retrieval. */
@Entity('snapshots')
export class SnapshotRow {
  @PrimaryColumn('uuid') entity_id!: string;
  @Column('timestamptz') verified_at!: Date;
  @PrimaryColumn('integer') number!: number;
  @Column('integer') record!: number;
  @Column('integer', { nullable: true }) details!: number | null;
  @Column('text', { nullable: true }) coverage!: string | null;
}

/** What equal snapshots share. */
@Entity('snapshot_contents')
export class SnapshotContentRow {
  @PrimaryColumn('uuid') entity_id!: string;
  @PrimaryColumn('integer') number!: number;
  @Column('jsonb') content!: unknown;
}
