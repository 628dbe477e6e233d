import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Tier } from '../../../core/registries/jurisdiction.js';

/**
 * Accounts. `credit_balance` is the sum of the account's entries in the ledger; the database keeps
 * it so.
 */
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

/** API keys, as digests. A key that an application made ends with its grant. */
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
}

/**
 * One row for each code that was sent: the newest of an address counts, older ones are there for
 * the hourly limits.
 */
@Entity('one_time_codes')
export class OneTimeCodeRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('text') ip!: string;
  @Column('bytea') digest!: Buffer;
  @Column('integer') tries!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  @Column('timestamptz', { nullable: true }) used_at!: Date | null;
  @Column('boolean') replaced!: boolean;
  @Column('uuid', { nullable: true }) account_id!: string | null;
}

/** Wrong tries of a code by network. */
@Entity('one_time_code_tries')
export class OneTimeCodeTryRow {
  @PrimaryColumn('uuid') code_id!: string;
  @PrimaryColumn('text') network!: string;
  @Column('integer') tries!: number;
}

/** Addresses that had their free credits, as digests. */
@Entity('free_credit_grants')
export class FreeCreditGrantRow {
  @PrimaryColumn('bytea') email_digest!: Buffer;
  @Column('timestamptz') granted_at!: Date;
}

/** Browsers that are signed in at the console. */
@Entity('console_sessions')
export class ConsoleSessionRow {
  @PrimaryColumn('text') digest!: string;
  @Column('text') id!: string;
  @Column('uuid') account_id!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}

/** Requests that carry an Idempotency-Key: who holds the key, and what to replay. */
@Entity('idempotency_keys')
export class IdempotencyKeyRow {
  @PrimaryColumn('uuid') account_id!: string;
  @PrimaryColumn('text') key!: string;
  @Column('text') fingerprint!: string;
  @Column('uuid') claim!: string;
  @Column('timestamptz') claimed_at!: Date;
  @Column('boolean') finished!: boolean;
  @Column('json', { nullable: true }) outcome!: unknown;
  @Column('timestamptz') created_at!: Date;
  @Column('text', { nullable: true }) deep_entity!: string | null;
}
