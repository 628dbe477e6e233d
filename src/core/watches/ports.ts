import type { Restrictions } from '../accounts/caller-limits.js';
import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import { EventBodies, type DueDelivery } from '../webhooks/ports.js';
import type { ChangeCode } from './comparison/compare.js';
import type { WatchEvent } from './event.js';
import type { Memory } from './comparison/judge.js';
import type { DetailReadings, RecordState } from './comparison/record-state.js';
import type { EndReason, PauseReason, Period, Watch, WatchStatus } from './watch.js';

/**
 * The clock of watches: the database's or a sandbox's, which only moves when somebody advances it.
 */
export abstract class WatchClock {
  abstract readonly isSandbox: boolean;
  /** Origin of the schedule. */
  abstract readonly beganAt: Date;
  abstract now(): Promise<Date>;
  /** Returns the time it showed at a real time. */
  abstract shownAt(moment: Date): Promise<Date>;
}

export interface SandboxTime {
  sandboxTime: Date;
  beganAt: Date;
  /** Target; `undefined` when it is not advancing. */
  advancingTo: Date | undefined;
}

/** The stored sandbox clock, one per installation. */
export abstract class SandboxClock {
  abstract read(): Promise<SandboxTime>;
  /**
   * Stores a later target; concurrent calls add up. Returns `undefined`, with nothing stored, when
   * it would exceed `latest`.
   */
  abstract extend(byMs: number, latest: Date): Promise<SandboxTime | undefined>;
  /**
   * Runs `work` as the only process that moves the clock; does nothing while another one does. A
   * driver that is silent for 10 s is presumed dead.
   */
  abstract driving(driver: string, work: () => Promise<void>): Promise<void>;
  /**
   * Moves the clock forward, never beyond the target; `false` when this process no longer drives
   * it.
   */
  abstract moveTo(moment: Date, driver: string): Promise<boolean>;
}

/** The editions that a sandbox's mirrored registers publish as its clock advances. */
export abstract class SandboxEditions {
  /**
   * Returns the first time after `moment` at which a register publishes an edition with watched
   * records.
   */
  abstract nextAfter(moment: Date): Promise<Date | undefined>;
  /** Switches every mirrored register to its edition of this time. Safe to repeat. */
  abstract publish(moment: Date): Promise<void>;
}

export interface WatchesWanted {
  status?: WatchStatus | undefined;
  jurisdiction?: string | undefined;
  after?: Id<'wch'> | undefined;
  limit: number;
}

export interface NewWatch extends Pick<
  Watch,
  'id' | 'accountId' | 'entityId' | 'keyId' | 'grantId' | 'jurisdiction' | 'every' | 'tier' | 'on' | 'reference'
> {
  sandbox: boolean;
  webhookUrl: WebhookUrl | undefined;
  maxCreditsPerMonth: number | undefined;
  nextCheckAt: Date | undefined;
  seen: RecordState;
  seenAt: Date;
  seenParserVersion: number;
  detailReadings: DetailReadings;
}

/** The changes an owner can make. `undefined` keeps a value, `null` removes it. */
export interface WatchChanges {
  every: Period | undefined;
  tier: Tier | undefined;
  on: readonly ChangeCode[] | null | undefined;
  webhookUrl: WebhookUrl | null | undefined;
  maxCreditsPerMonth: number | null | undefined;
  reference: string | null | undefined;
  /** Set together with `every`. */
  nextCheckAt: Date | undefined;
}

/** An account's view of its watches; another account's watch is not found. */
export abstract class Watches {
  /**
   * Returns `exists` when the account already watches this entity, and `full` when it has the
   * maximum number of watches.
   */
  abstract add(tx: Tx, watch: NewWatch, most: number): Promise<'added' | { exists: Id<'wch'> } | 'full'>;
  /** Returns an ended watch, too. */
  abstract find(accountId: Id<'acc'>, id: Id<'wch'>): Promise<Watch | undefined>;
  /** Returns those of the ids that `find` finds: their owner may have deleted a watch since. */
  abstract existing(ids: readonly Id<'wch'>[]): Promise<ReadonlySet<Id<'wch'>>>;
  abstract on(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Watch | undefined>;
  /** Oldest first. Ended watches are listed only if that status is wanted. */
  abstract list(accountId: Id<'acc'>, wanted: WatchesWanted): Promise<Watch[]>;
  abstract change(accountId: Id<'acc'>, id: Id<'wch'>, changes: WatchChanges): Promise<Watch | undefined>;
  /**
   * Deletes a watch and its undelivered events, and returns the check that was under way.
   * `undefined` when the account has no such watch.
   */
  abstract remove(tx: Tx, accountId: Id<'acc'>, id: Id<'wch'>): Promise<{ jobId: Id<'job'> | undefined } | undefined>;
}

export interface ClaimedCheck {
  watchId: Id<'wch'>;
  accountId: Id<'acc'>;
  keyId: Id<'key'> | undefined;
  grantId: string | undefined;
  entityId: Id<'ent'>;
  entityName: string;
  jurisdiction: string;
  recordId: string;
  /** The owner's own. */
  reference: string | undefined;
  tier: Tier;
  every: Period;
  on: readonly ChangeCode[] | undefined;
  /** Job of the check; it does not exist until the check begins. */
  jobId: Id<'job'>;
  /** By the clock of watches. */
  due: Date;
  /** Scheduled, rather than requested by the owner or caused by a new edition. */
  isRegular: boolean;
  /** Already paid for: the owner requested it, or an earlier worker died. */
  charged: boolean;
  /** Of the key that made the watch, as they are now. */
  keyLimits: Restrictions;
  /** Neither the watch's cap for this month nor its key's budget prevents it. */
  withinBudget: boolean;
  memory: Memory;
  /** Proof of the claim. */
  claim: string;
  /** By the database's clock; the register's current data is at least this recent. */
  claimedAt: Date;
}

export interface NewCheck extends Pick<ClaimedCheck, 'watchId' | 'accountId' | 'jobId' | 'tier' | 'due'> {
  /** Proof of the worker's claim; `undefined` when the owner requests the check. */
  claim: string | undefined;
}

export interface CheckEnd {
  check: ClaimedCheck;
  memory: Memory;
  spent: number;
  /** `undefined`: the schedule does not change. */
  nextCheckAt: Date | undefined;
  events: readonly WatchEvent[];
}

/** A paused watch that may be able to resume. */
export interface PausedWatch {
  watchId: Id<'wch'>;
  reference: string | undefined;
  entityId: Id<'ent'>;
  jurisdiction: string;
  recordId: string;
  every: Period;
}

export interface EndedWatch {
  watchId: Id<'wch'>;
  reference: string | undefined;
  entityId: Id<'ent'>;
  reason: EndReason;
}

/**
 * Checks of watches. The rows are authoritative: a check that has begun is completed, by another
 * worker if need be.
 */
export abstract class WatchChecks {
  /**
   * Claims checks due by `until`, longest due first. A holder that is silent for 10 s is presumed
   * dead. Leaves out registers that callers wait for, except for checks due before `urgentBefore`.
   * `withinMs`: leaves out checks due this much later than the first.
   */
  abstract claim(wanted: {
    until: Date;
    withinMs: number;
    limit: number;
    urgentBefore: Date;
    sandbox: boolean;
  }): Promise<ClaimedCheck[]>;
  /** Runs `work` and keeps the claims alive meanwhile. */
  abstract holding<T>(checks: readonly ClaimedCheck[], work: () => Promise<T>): Promise<T>;
  /**
   * Returns watches with a check due by then, begun or not, longest due first; does not consider
   * whether it has to yield.
   */
  abstract due(until: Date, sandbox: boolean, limit: number): Promise<Id<'wch'>[]>;
  /** Returns the earliest due time of a check, and the shortest period of all watches. */
  abstract nextDue(sandbox: boolean): Promise<{ at: Date; every: Period } | undefined>;
  /**
   * Returns a write that creates the job of a check, to be written with its charge. It fails with
   * `WriteConflict` when the watch is gone, paused or changed to another tier, when it has a check
   * under way, or when the claim was lost; with `INSUFFICIENT_CREDITS` beyond the watch's cap.
   */
  abstract begin(check: NewCheck): PendingWrite;
  /** Releases claims of checks that were not made. They are due again after `pauseMs`. */
  abstract release(checks: readonly ClaimedCheck[], pauseMs: number): Promise<void>;
  /** Releases the claim of a check that could not begin; an unpaid check is no longer under way. */
  abstract abandon(check: ClaimedCheck): Promise<void>;
  /** Counts an unexpected error of a check; returns the errors since it last ended. */
  abstract countError(check: ClaimedCheck): Promise<number>;
  /** Locks the watches of checks with a valid claim until the transaction ends. */
  abstract lock(tx: Tx, checks: readonly ClaimedCheck[]): Promise<ReadonlyMap<Id<'wch'>, Pick<Watch, 'every'>>>;
  abstract orphaned(tx: Tx, checks: readonly ClaimedCheck[]): Promise<ClaimedCheck[]>;
  /** Writes the ends and their events in this order; returns the deliveries to queue. */
  abstract end(tx: Tx, ends: readonly CheckEnd[]): Promise<DueDelivery[]>;
  abstract pause(
    tx: Tx,
    paused: readonly { check: ClaimedCheck; reason: PauseReason; event: WatchEvent }[],
  ): Promise<DueDelivery[]>;
}

export abstract class WatchEventBodies extends EventBodies<WatchEvent> {}

export abstract class WatchPauses {
  /**
   * Reconsiders every account with paused watches when a new day of budgets or month of caps
   * begins.
   */
  abstract wake(now: Date, sandbox: boolean): Promise<void>;
  /**
   * Locks paused watches that can resume until the transaction ends: those of some accounts whose
   * balance, budget, cap, month or key has changed so that they can be paid for and are allowed, and those whose
   * register is in `available`.
   */
  abstract lockResumable(tx: Tx, now: Date, available: readonly string[], sandbox: boolean): Promise<PausedWatch[]>;
  abstract resume(
    tx: Tx,
    resumed: readonly { watch: PausedWatch; nextCheckAt: Date | undefined; event: WatchEvent }[],
  ): Promise<DueDelivery[]>;
  /**
   * Ends watches paused for credits or budget since `pausedUntil` or longer at `now`, and reports it
   * with `eventOf`.
   */
  abstract endPaused(
    tx: Tx,
    when: { now: Date; pausedUntil: Date },
    sandbox: boolean,
    eventOf: (ended: EndedWatch) => WatchEvent,
  ): Promise<DueDelivery[]>;
  /**
   * Removes an entity's personal data from its watches and their events, and pauses the watches;
   * `eventOf` returns the event of each.
   */
  abstract erase(
    tx: Tx,
    entityId: Id<'ent'>,
    eventOf: (watch: Pick<Watch, 'id' | 'reference'>) => WatchEvent,
  ): Promise<DueDelivery[]>;
}

/** A check made by comparing editions, with an unchanged record. */
export type UnchangedCheck = Pick<
  ClaimedCheck,
  'watchId' | 'accountId' | 'keyId' | 'grantId' | 'entityId' | 'entityName' | 'jurisdiction' | 'reference' | 'tier'
>;

/** Watches in mirrored registers, and the editions they were compared with. */
export abstract class WatchedEditions {
  /**
   * Compares up to `most` watches of one register with its current edition, each once, in one
   * statement at `at`. Returns those with an unchanged record whose account can pay for all of its
   * own among them; they are recorded as checked, and must be charged in the same transaction. All
   * others fall due at `at`. `undefined` when no watch is left.
   */
  abstract compare(
    tx: Tx,
    wanted: {
      sandbox: boolean;
      at: Date;
      /** By code of a register in service; records of any other have to be read. */
      parserVersions: ReadonlyMap<string, number>;
      /** Read every record instead of comparing. */
      readAll: boolean;
      most: number;
    },
  ): Promise<UnchangedCheck[] | undefined>;
}
