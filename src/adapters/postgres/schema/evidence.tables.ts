import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a register sent in answer to one question. */
@Entity('evidence')
export class EvidenceRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') jurisdiction!: string;
  @Column('boolean') sandbox!: boolean;
  @Column('integer') parser_version!: number;
  @Column('text', { nullable: true }) edition!: string | null;
  @Column('json') question!: unknown;
  @Column('timestamptz') retrieved_at!: Date;
  @Column('timestamptz') created_at!: Date;
}

/** One request to a register, and its answer. */
@Entity('evidence_exchanges')
export class EvidenceExchangeRow {
  @PrimaryColumn('uuid') evidence_id!: string;
  @PrimaryColumn('integer') place!: number;
  @Column('text') tier!: string;
  @Column('text') method!: string;
  @Column('text') url!: string;
  @Column('text', { nullable: true }) sent_type!: string | null;
  @Column('text', { nullable: true }) sent!: string | null;
  @Column('integer') status!: number;
  @Column('json') headers!: unknown;
  @Column('timestamptz') retrieved_at!: Date;
  @Column('timestamptz', { nullable: true }) unchanged_since!: Date | null;
  @Column('bytea') digest!: Buffer;
}

/** A body, once for all exchanges that brought it. */
@Entity('evidence_bodies')
export class EvidenceBodyRow {
  @PrimaryColumn('bytea') digest!: Buffer;
  @Column('text') jurisdiction!: string;
  @Column('integer') bytes!: number;
  @Column('bytea', { nullable: true }) body!: Buffer | null;
  @Column('timestamptz', { nullable: true }) erased_at!: Date | null;
}

/** A search for bodies that name an erased entity, while it is not over. */
@Entity('evidence_erasures')
export class EvidenceErasureRow {
  @PrimaryColumn('uuid') entity_id!: string;
  @Column('bytea') searched!: Buffer;
}

/** What a snapshot rests on. */
@Entity('snapshot_evidence')
export class SnapshotEvidenceRow {
  @PrimaryColumn('uuid') entity_id!: string;
  @PrimaryColumn('integer') number!: number;
  @Column('uuid') evidence_id!: string;
  @Column('json') fields!: unknown;
}
