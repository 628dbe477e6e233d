import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Above which price the calls of a key or a grant have to be confirmed. */
@Entity('confirmation_thresholds')
export class ConfirmationThresholdRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  keyId!: string | null;

  @Column('text', { nullable: true })
  grantId!: string | null;

  @Column('text', { nullable: true })
  clientId!: string | null;

  @Column('integer')
  credits!: number;

  @Column('timestamptz')
  createdAt!: Date;
}

/** Confirmations that do not hold any more. */
@Entity('used_confirmations')
export class UsedConfirmationRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz')
  expiresAt!: Date;
}
