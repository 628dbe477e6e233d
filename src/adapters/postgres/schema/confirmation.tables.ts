import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Above which price the calls of a key or a grant have to be confirmed. */
@Entity('confirmation_thresholds')
export class ConfirmationThresholdRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('uuid', { nullable: true }) key_id!: string | null;
  @Column('text', { nullable: true }) grant_id!: string | null;
  @Column('text', { nullable: true }) client_id!: string | null;
  @Column('integer') credits!: number;
  @Column('timestamptz') created_at!: Date;
}
