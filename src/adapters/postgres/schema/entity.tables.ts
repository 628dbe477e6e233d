import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records of registers. */
@Entity('entities')
export class EntityRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  jurisdiction!: string;

  @Column('text')
  recordId!: string;

  @Column('jsonb')
  record!: unknown;

  @Column('text')
  url!: string;

  @Column('boolean')
  sandbox!: boolean;

  @Column('timestamptz')
  retrievedAt!: Date;

  @Column('jsonb', { nullable: true })
  details!: unknown;

  @Column('timestamptz', { nullable: true })
  detailsRetrievedAt!: Date | null;

  @Column('integer')
  snapshots!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  personalDataErasedAt!: Date | null;

  @Column('text', { nullable: true })
  coverage!: string | null;

  @Column('timestamptz', { nullable: true })
  oldestSnapshotAt!: Date | null;
}

/** The deepest tier an account has paid for on an entity. */
@Entity('access')
export class AccessRow {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('uuid')
  entityId!: string;

  @Column('text')
  tier!: string;

  @Column('date')
  askedOn!: string;
}

/** The newest answer to a name; no entity means a confirmed no-match. */
@Entity('answers')
export class AnswerRow {
  @PrimaryColumn('text')
  jurisdiction!: string;

  @PrimaryColumn('boolean')
  sandbox!: boolean;

  @PrimaryColumn('text')
  nameKey!: string;

  @Column('uuid', { nullable: true })
  entityId!: string | null;

  @Column('jsonb', { nullable: true })
  match!: unknown;

  @Column('jsonb', { nullable: true })
  closest!: unknown;

  @Column('timestamptz')
  answeredAt!: Date;

  @Column('text', { nullable: true })
  coverage!: string | null;

  @Column('boolean')
  complete!: boolean;

  @Column('uuid', { array: true, nullable: true })
  rivals!: string[] | null;

  @Column('uuid', { nullable: true })
  evidenceId!: string | null;
}

/** The newest ranking of a name in a register. */
@Entity('rankings')
export class RankingRow {
  @PrimaryColumn('text')
  jurisdiction!: string;

  @PrimaryColumn('boolean')
  sandbox!: boolean;

  @PrimaryColumn('text')
  nameKey!: string;

  @Column('uuid', { array: true })
  entityIds!: string[];

  @Column('timestamptz')
  rankedAt!: Date;
}

/** What a register said of an entity at each retrieval. */
@Entity('snapshots')
export class SnapshotRow {
  @PrimaryColumn('uuid')
  entityId!: string;

  @Column('timestamptz')
  verifiedAt!: Date;

  @PrimaryColumn('integer')
  number!: number;

  @Column('integer')
  record!: number;

  @Column('integer', { nullable: true })
  details!: number | null;

  @Column('text', { nullable: true })
  coverage!: string | null;
}

/** What equal snapshots share. */
@Entity('snapshot_contents')
export class SnapshotContentRow {
  @PrimaryColumn('uuid')
  entityId!: string;

  @PrimaryColumn('integer')
  number!: number;

  @Column('jsonb')
  content!: unknown;
}
