import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../../../core/accounts/scope.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { OAuthPayload } from '../../../core/oauth/ports.js';

/** `credit_balance` is the sum of the account's ledger entries. The database maintains it. */
@Entity('accounts')
export class AccountRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { nullable: true }) email!: string | null;
  @Column('boolean') email_verified!: boolean;
  @Column('text', { nullable: true }) name!: string | null;
  @Column('timestamptz', { nullable: true }) disabled_at!: Date | null;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
  @Column('integer') credit_balance!: number;
  @Column('integer') last_entry!: number;
  @Column('text', { nullable: true }) password_hash!: string | null;
  @Column('text', { nullable: true }) proven_email!: string | null;
  @Column('timestamptz', { nullable: true }) last_budgeted_at!: Date | null;
  @Column('boolean') moved_by_application!: boolean;
}

/** Stored as digests. A key created by an application ends with its grant. */
@Entity('api_keys')
export class ApiKeyRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account_id!: string;
  @Column('text') label!: string;
  @Column('text') prefix!: string;
  @Column('bytea') digest!: Buffer;
  @Column('integer') rate_limit_per_minute!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) revoked_at!: Date | null;
  @Column('text', { nullable: true }) grant_id!: string | null;
  @Column('text', { array: true, nullable: true }) jurisdictions!: string[] | null;
  @Column('text', { array: true, nullable: true }) tiers!: Tier[] | null;
  @Column('text', { array: true, nullable: true }) scopes!: Scope[] | null;
  @Column('timestamptz', { nullable: true }) last_used_at!: Date | null;
}

@Entity('console_sessions')
export class ConsoleSessionRow {
  @PrimaryColumn('text') digest!: string;
  @Column('text') id!: string;
  @Column('uuid') account_id!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}

/** Calls of a key or grant that cost more than `credits` must be confirmed. */
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

/** Records of the authorization server: clients, sessions, interactions, grants and tokens. */
@Entity('oauth_records')
export class OauthRecordRow {
  @PrimaryColumn('text') model!: string;
  @PrimaryColumn('text') id!: string;
  @Column('jsonb') payload!: OAuthPayload;
  @Column('text', { nullable: true }) grant_id!: string | null;
  @Column('text', { nullable: true }) uid!: string | null;
  @Column('uuid', { nullable: true }) account_id!: string | null;
  @Column('text', { nullable: true }) client_id!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') used_at!: Date;
  @Column('timestamptz', { nullable: true }) consumed_at!: Date | null;
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
}
