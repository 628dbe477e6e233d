import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Accounts. `credit_balance` is the sum of the account's entries in the ledger; the database keeps
 * it so.
 */
@Entity('accounts')
export class AccountRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('boolean')
  emailVerified!: boolean;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('timestamptz', { nullable: true })
  disabledAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('integer')
  creditBalance!: number;

  @Column('integer')
  lastEntry!: number;

  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('text', { nullable: true })
  provenEmail!: string | null;

  @Column('timestamptz', { nullable: true })
  lastBudgetedAt!: Date | null;

  @Column('boolean')
  movedByApplication!: boolean;
}

/** API keys, as digests. A key that an application made ends with its grant. */
@Entity('api_keys')
export class ApiKeyRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  label!: string;

  @Column('text')
  prefix!: string;

  @Column('bytea')
  digest!: Buffer;

  @Column('integer')
  rateLimitPerMinute!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  @Column('text', { nullable: true })
  grantId!: string | null;

  @Column('text', { array: true, nullable: true })
  jurisdictions!: string[] | null;

  @Column('text', { array: true, nullable: true })
  tiers!: string[] | null;
}

/**
 * One row for each code that was sent: the newest of an address counts, older ones are there for
 * the hourly limits.
 */
@Entity('one_time_codes')
export class OneTimeCodeRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  @Column('text')
  ip!: string;

  @Column('bytea')
  digest!: Buffer;

  @Column('integer')
  tries!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;

  @Column('boolean')
  replaced!: boolean;

  @Column('uuid', { nullable: true })
  accountId!: string | null;
}

/** Wrong tries of a code by network. */
@Entity('one_time_code_tries')
export class OneTimeCodeTryRow {
  @PrimaryColumn('uuid')
  codeId!: string;

  @PrimaryColumn('text')
  network!: string;

  @Column('integer')
  tries!: number;
}

/** Addresses that had their free credits, as digests. */
@Entity('free_credit_grants')
export class FreeCreditGrantRow {
  @PrimaryColumn('bytea')
  emailDigest!: Buffer;

  @Column('timestamptz')
  grantedAt!: Date;
}

/** Browsers that are signed in at the console. */
@Entity('console_sessions')
export class ConsoleSessionRow {
  @PrimaryColumn('text')
  digest!: string;

  @Column('text')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;
}

/** Requests that carry an Idempotency-Key: who holds the key, and what to replay. */
@Entity('idempotency_keys')
export class IdempotencyKeyRow {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  fingerprint!: string;

  @Column('uuid')
  claim!: string;

  @Column('timestamptz')
  claimedAt!: Date;

  @Column('boolean')
  finished!: boolean;

  @Column('json', { nullable: true })
  outcome!: unknown;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('text', { nullable: true })
  deepEntity!: string | null;
}
