import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Watches of entities, and the check each is in. */
@Entity('watches')
export class WatchRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  keyId!: string | null;

  @Column('uuid')
  entityId!: string;

  @Column('text')
  jurisdiction!: string;

  @Column('boolean')
  sandbox!: boolean;

  @Column('text')
  every!: string;

  @Column('text')
  tier!: string;

  @Column('text', { array: true, nullable: true })
  codes!: string[] | null;

  @Column('text', { nullable: true })
  webhookUrl!: string | null;

  @Column('integer', { nullable: true })
  maxCreditsPerMonth!: number | null;

  @Column('text')
  status!: string;

  @Column('text', { nullable: true })
  pauseReason!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  nextCheckAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastCheckedAt!: Date | null;

  @Column('jsonb')
  seen!: unknown;

  @Column('timestamptz')
  seenAt!: Date;

  @Column('integer')
  seenReading!: number;

  @Column('integer')
  unanswered!: number;

  @Column('timestamptz', { nullable: true })
  unansweredSince!: Date | null;

  @Column('text', { nullable: true })
  unansweredReason!: string | null;

  @Column('timestamptz', { nullable: true })
  blindSince!: Date | null;

  @Column('timestamptz', { nullable: true })
  absentSince!: Date | null;

  @Column('date', { nullable: true })
  spentMonth!: string | null;

  @Column('integer')
  spent!: number;

  @Column('uuid', { nullable: true })
  checkJob!: string | null;

  @Column('timestamptz', { nullable: true })
  checkDue!: Date | null;

  @Column('boolean')
  checkAsked!: boolean;

  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { nullable: true })
  claimedUntil!: Date | null;

  @Column('text', { nullable: true })
  edition!: string | null;

  @Column('text', { nullable: true })
  grantId!: string | null;

  @Column('bytea', { nullable: true })
  recordDigest!: Buffer | null;

  @Column('integer')
  checkErrors!: number;

  @Column('timestamptz', { nullable: true })
  pausedAt!: Date | null;
}

/** The clock of a sandbox; one row. */
@Entity('sandbox_clock')
export class SandboxClockRow {
  @PrimaryColumn('boolean')
  single!: boolean;

  @Column('timestamptz')
  beganAt!: Date;

  @Column('timestamptz')
  sandboxTime!: Date;

  @Column('timestamptz')
  target!: Date;

  @Column('uuid', { nullable: true })
  driver!: string | null;

  @Column('timestamptz', { nullable: true })
  drivenUntil!: Date | null;
}

/** When the clock of a sandbox showed what. */
@Entity('sandbox_clock_moves')
export class SandboxClockMoveRow {
  @PrimaryColumn('timestamptz')
  movedAt!: Date;

  @Column('timestamptz')
  sandboxTime!: Date;
}

/** Accounts whose paused watches may be able to go on. */
@Entity('watch_wakes')
export class WatchWakeRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('boolean')
  sandbox!: boolean;
}

/** The day and month at which all accounts with paused watches were last looked at. */
@Entity('watch_looks')
export class WatchLookRow {
  @PrimaryColumn('boolean')
  sandbox!: boolean;

  @Column('date')
  day!: string;

  @Column('date')
  month!: string;
}

/** Who wants changes by mail, how often, and the last event mailed. */
@Entity('change_mails')
export class ChangeMailRow {
  @PrimaryColumn('uuid')
  accountId!: string;

  @Column('text')
  every!: string;

  @Column('uuid', { nullable: true })
  lastEvent!: string | null;

  @Column('timestamptz')
  dueAt!: Date;

  @Column('jsonb', { nullable: true })
  outbox!: unknown;

  @Column('integer')
  tries!: number;

  @Column('timestamptz', { nullable: true })
  claimedUntil!: Date | null;
}
