import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { ProbeVerdict } from '../../../core/registries/probes.js';

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

@Entity('admin_sessions')
export class AdminSessionRow {
  @PrimaryColumn('text') digest!: string;
  @Column('text') admin_key!: string;
  @Column('timestamptz') opened_at!: Date;
  @Column('timestamptz') used_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}

/** Confirmations used in an admin session, each once. */
@Entity('admin_confirmations')
export class AdminConfirmationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') session!: string;
}

@Entity('jurisdictions_switched_off')
export class JurisdictionSwitchedOffRow {
  @PrimaryColumn('text') code!: string;
  @Column('timestamptz') at!: Date;
}

/** The last probe of a register, in live mode or in the sandbox. */
@Entity('register_probes')
export class RegisterProbeRow {
  @PrimaryColumn('text') jurisdiction!: string;
  @PrimaryColumn('boolean') live!: boolean;
  @Column('timestamptz') at!: Date;
  @Column('text') verdict!: ProbeVerdict;
  @Column('text', { array: true }) fields!: string[];
  @Column('integer', { nullable: true }) answer_ms!: number | null;
  @Column('timestamptz', { nullable: true }) expected_at!: Date | null;
}

/** Has exactly one row. */
@Entity('installation')
export class InstallationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('boolean') single!: boolean;
  @Column('text', { nullable: true }) address_key!: string | null;
}
