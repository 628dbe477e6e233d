import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The audit trail of administrators. */
@Entity('admin_actions')
export class AdminActionRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: string;
  @Column('timestamptz') at!: Date;
  @Column('text') admin_key!: string;
  @Column('text') ip!: string;
  @Column('text') request_id!: string;
  @Column('text') action!: string;
  @Column('text') subject!: string;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('jsonb') details!: unknown;
  @Column('text', { nullable: true }) admin_name!: string | null;
}

/** Browsers in which the admin key was shown. */
@Entity('admin_sessions')
export class AdminSessionRow {
  @PrimaryColumn('text') digest!: string;
  @Column('text') admin_key!: string;
  @Column('timestamptz') opened_at!: Date;
  @Column('timestamptz') used_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}

/** What was confirmed in an administrator's session. */
@Entity('admin_confirmations')
export class AdminConfirmationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') session!: string;
}

/** Jurisdictions taken out of service by hand. */
@Entity('jurisdictions_switched_off')
export class JurisdictionSwitchedOffRow {
  @PrimaryColumn('text') code!: string;
  @Column('timestamptz') at!: Date;
}

/** The name of this installation; one row. */
@Entity('installation')
export class InstallationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('boolean') single!: boolean;
  @Column('text', { nullable: true }) address_key!: string | null;
}
