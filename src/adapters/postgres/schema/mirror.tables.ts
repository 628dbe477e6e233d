import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Editions of bulk registers. Their rows are in tables of their own, made by the import. */
@Entity('mirror_editions')
export class MirrorEditionRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) edition!: string;
  @Column('text') jurisdiction!: string;
  @Column('text') realm!: string;
  @Column('text') state!: string;
  @Column('date') as_of!: string;
  @Column('text') fingerprint!: string;
  @Column('jsonb') layout!: unknown;
  @Column('bigint') rows!: string;
  @Column('timestamptz', { nullable: true }) imported_at!: Date | null;
  @Column('timestamptz', { nullable: true }) retired_at!: Date | null;
  @Column('jsonb', { nullable: true }) resume!: unknown;
  @Column('bigint', { nullable: true }) names!: string | null;
  @Column('text', { nullable: true }) content!: string | null;
  @Column('jsonb', { nullable: true }) files!: unknown;
}

/** What a server said of the file that a mirror was last read from. */
@Entity('mirror_downloads')
export class MirrorDownloadRow {
  @PrimaryColumn('text') jurisdiction!: string;
  @Column('text') url!: string;
  @Column('text') sha256!: string;
  @Column('text', { nullable: true }) etag!: string | null;
  @Column('text', { nullable: true }) last_modified!: string | null;
  @Column('timestamptz') downloaded_at!: Date;
}
