import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import type { DueDelivery } from '../webhooks/ports.js';
import type { ChangeCode } from './comparison/compare.js';
import type { WatchEvent } from './event.js';
import type { Memory } from './comparison/judge.js';
import type { RecordState } from './comparison/record-state.js';
import type { EndReason, PauseReason, Period, Watch, WatchStatus } from './watch.js';

/**
 * The clock by which watches live: the database's, or that of a sandbox, which stands still until
 * somebody advances it.
 */
export abstract class WatchClock {
  abstract readonly isSandbox: boolean;
  /** From which regular moments are counted. */
  abstract readonly beganAt: Date;
  abstract now(): Promise<Date>;
  /** What it showed at a real moment. */
  abstract shownAt(moment: Date): Promise<Date>;
}

/** The clock of a sandbox. */
export interface SandboxTime {
  sandboxTime: Date;
  beganAt: Date;
  /** Where it is going; `undefined` while it stands still. */
  advancingTo: Date | undefined;
}

/** The clock of a sandbox as it is kept; one for the installation. */
export abstract class SandboxClock {
  abstract read(): Promise<SandboxTime>;
  /**
   * Stores a later target; two at once add up. `undefined`, with nothing stored, where it would be
   * later than `latest`.
   */
  abstract extend(byMs: number, latest: Date): Promise<SandboxTime | undefined>;
  /**
   * Does the work as the one that moves the clock, in one process of all; nothing while another
   * does. A driver that is silent for 10 s is taken for dead.
   */
  abstract driving(driver: string, work: () => Promise<void>): Promise<void>;
  /**
   * Moves on, never back and never beyond the target; `false` when this process does not drive any
   * more.
   */
  abstract moveTo(moment: Date, driver: string): Promise<boolean>;
}

/** The editions that the mirrored registers of a sandbox publish as its clock goes on. */
export abstract class SandboxEditions {
  /**
   * The first moment after this one at which a register publishes another edition of records, some
   * of which somebody watches.
   */
  abstract nextAfter(moment: Date): Promise<Date | undefined>;
  /**
   * Every mirrored register answers from its edition of this moment when this is over. Safe to
   * repeat.
   */
  abstract publish(moment: Date): Promise<void>;
}

export interface WatchesWanted {
  status?: WatchStatus | undefined;
  jurisdiction?: string | undefined;
  /** Only those made after this one. */
  after?: Id<'wch'> | undefined;
  limit: number;
}

export interface NewWatch extends Pick<
  Watch,
  'id' | 'accountId' | 'entityId' | 'keyId' | 'grantId' | 'jurisdiction' | 'every' | 'tier' | 'on'
> {
  sandbox: boolean;
  webhookUrl: WebhookUrl | undefined;
  maxCreditsPerMonth: number | undefined;
  nextCheckAt: Date | undefined;
  seen: RecordState;
  seenAt: Date;
  seenParserVersion: number;
}

/** What an owner can change. `undefined`: stays; `null`: removed. */
export interface WatchChanges {
  every: Period | undefined;
  tier: Tier | undefined;
  on: readonly ChangeCode[] | null | undefined;
  webhookUrl: WebhookUrl | null | undefined;
  maxCreditsPerMonth: number | null | undefined;
  /** With `every`. */
  nextCheckAt: Date | undefined;
}

/** Watches as their owners see them: another account's watch is not there. */
export abstract class Watches {
  /** `exists`: the account watches this entity already. `full`: it has as many as it may have. */
  abstract add(tx: Tx, watch: NewWatch, most: number): Promise<'added' | { exists: Id<'wch'> } | 'full'>;
  abstract find(accountId: Id<'acc'>, id: Id<'wch'>): Promise<Watch | undefined>;
  /** The watch of this account on an entity. */
  abstract on(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Watch | undefined>;
  /** Oldest first. */
  abstract list(accountId: Id<'acc'>, wanted: WatchesWanted): Promise<Watch[]>;
  abstract change(accountId: Id<'acc'>, id: Id<'wch'>, changes: WatchChanges): Promise<Watch | undefined>;
  /**
   * With what was not delivered yet; returns the check that was under way. `undefined` when the
   * account has no such watch.
   */
  abstract remove(tx: Tx, accountId: Id<'acc'>, id: Id<'wch'>): Promise<{ jobId: Id<'job'> | undefined } | undefined>;
}

/** A check that this worker has claimed. */
export interface ClaimedCheck {
  watchId: Id<'wch'>;
  accountId: Id<'acc'>;
  keyId: Id<'key'> | undefined;
  grantId: string | undefined;
  entityId: Id<'ent'>;
  entityName: string;
  jurisdiction: string;
  recordId: string;
  tier: Tier;
  every: Period;
  on: readonly ChangeCode[] | undefined;
  /** Of the check. A check that has not begun has no such job yet. */
  jobId: Id<'job'>;
  /** When it fell due, by the clock of watches. */
  due: Date;
  /** One of the regular moments; not where the owner asked, or a new edition came in. */
  isRegular: boolean;
  /** It is paid for: its owner asked for it, or a worker before this one died. */
  charged: boolean;
  /** Neither the watch's cap of this month nor its key stand in the way. */
  withinBudget: boolean;
  memory: Memory;
  /** Proof of the claim. */
  claim: string;
  /** By the database's clock: what the register says now is no older. */
  claimedAt: Date;
}

/** A check as it begins. */
export interface NewCheck extends Pick<ClaimedCheck, 'watchId' | 'accountId' | 'jobId' | 'tier' | 'due'> {
  /** Proof of the worker's claim; `undefined` where the owner asks. */
  claim: string | undefined;
}

/** How a check ended. */
export interface CheckEnd {
  check: ClaimedCheck;
  memory: Memory;
  spent: number;
  /** `undefined`: the regular moments stay as they were. */
  nextCheckAt: Date | undefined;
  events: readonly WatchEvent[];
}

/** A watch that asks nothing for a reason that has passed, perhaps. */
export interface PausedWatch {
  watchId: Id<'wch'>;
  entityId: Id<'ent'>;
  jurisdiction: string;
  recordId: string;
  every: Period;
}

/** A watch that has been paused for too long. */
export interface EndedWatch {
  watchId: Id<'wch'>;
  entityId: Id<'ent'>;
  reason: EndReason;
}

/**
 * Checks of watches. The rows are the truth: a check that is begun is made to its end, by another
 * worker if need be.
 */
export abstract class WatchChecks {
  /**
   * Claims checks that are due until `until`, the longest due first. A holder that is
   * silent for 10 s is taken for dead. Leaves out
   * registers that somebody waits for, but not what was due before `urgentBefore`. `withinMs`: none
   * that is due so much later than the first of them.
   */
  abstract claim(wanted: {
    until: Date;
    withinMs: number;
    limit: number;
    urgentBefore: Date;
    sandbox: boolean;
  }): Promise<ClaimedCheck[]>;
  /** Does the work while the claims are kept alive. */
  abstract holding<T>(checks: readonly ClaimedCheck[], work: () => Promise<T>): Promise<T>;
  /**
   * Watches whose check is due until then, begun or not, the longest due first; whether it is to
   * yield is left open.
   */
  abstract due(until: Date, sandbox: boolean, limit: number): Promise<Id<'wch'>[]>;
  /** The earliest moment at which a check falls due, and the shortest period among the watches. */
  abstract nextDue(sandbox: boolean): Promise<{ at: Date; every: Period } | undefined>;
  /**
   * To be written with the charge of the check: files its job. The write set fails with
   * `WriteConflict` when the watch is gone, paused or was changed to another tier, when a check of
   * it is under way, and when the claim was lost; with `INSUFFICIENT_CREDITS` beyond the cap of the
   * watch.
   */
  abstract begin(check: NewCheck): PendingWrite;
  /** Releases a claim: nothing was asked. The check is due again `pauseMs` from now. */
  abstract release(checks: readonly ClaimedCheck[], pauseMs: number): Promise<void>;
  /**
   * Releases the claim of a check that could not begin; what was begun and never paid is not under
   * way any more.
   */
  abstract abandon(check: ClaimedCheck): Promise<void>;
  /** Counts an unexpected error of a check; returns how many it had since it last ended. */
  abstract countError(check: ClaimedCheck): Promise<number>;
  /**
   * The watches of these checks, as long as the claims count; until the transaction ends, nobody
   * changes them.
   */
  abstract lock(tx: Tx, checks: readonly ClaimedCheck[]): Promise<ReadonlyMap<Id<'wch'>, Pick<Watch, 'every'>>>;
  /** Those of these checks whose watch does not exist any more. */
  abstract orphaned(tx: Tx, checks: readonly ClaimedCheck[]): Promise<ClaimedCheck[]>;
  /** Writes the ends and their events in this order; returns the deliveries to be queued. */
  abstract end(tx: Tx, ends: readonly CheckEnd[]): Promise<DueDelivery[]>;
  /** Pauses watches whose check was not made. */
  abstract pause(
    tx: Tx,
    paused: readonly { check: ClaimedCheck; reason: PauseReason; event: WatchEvent }[],
  ): Promise<DueDelivery[]>;
}

/** Watches that ask nothing, for a time or for good. */
export abstract class WatchPauses {
  /**
   * With a new day of budgets or month of caps, every account with paused watches is looked at
   * again.
   */
  abstract wake(now: Date, sandbox: boolean): Promise<void>;
  /**
   * Paused ones that can go on, of some accounts whose balance, budget, cap or month has moved:
   * what they cost can be paid again; or their register is one of `available`. Until the
   * transaction ends, nobody changes them.
   */
  abstract lockResumable(tx: Tx, now: Date, available: readonly string[], sandbox: boolean): Promise<PausedWatch[]>;
  abstract resume(
    tx: Tx,
    resumed: readonly { watch: PausedWatch; nextCheckAt: Date | undefined; event: WatchEvent }[],
  ): Promise<DueDelivery[]>;
  /**
   * Ends watches that have been paused for credits or budget since `pausedUntil` or longer, and
   * reports that as `eventOf` says.
   */
  abstract endPaused(
    tx: Tx,
    pausedUntil: Date,
    sandbox: boolean,
    eventOf: (ended: EndedWatch) => WatchEvent,
  ): Promise<DueDelivery[]>;
  /**
   * Forgets the persons of an entity in its watches and in what they told, and pauses them;
   * `eventOf` says how each tells that.
   */
  abstract erase(tx: Tx, entityId: Id<'ent'>, eventOf: (watchId: Id<'wch'>) => WatchEvent): Promise<DueDelivery[]>;
}

/** A check that was made by comparing editions: its record is as it was. */
export type UnchangedCheck = Pick<
  ClaimedCheck,
  'watchId' | 'accountId' | 'keyId' | 'grantId' | 'entityId' | 'entityName' | 'jurisdiction' | 'tier'
>;

/** Watches in mirrored registers, beside the editions they were compared with. */
export abstract class WatchedEditions {
  /**
   * Compares at most `most` watches of one register with its current edition, each once, in one
   * statement at `at`. Returns those whose record is as it was and whose account can pay for all of
   * its own among them; they are noted as checked, and are to be charged in the same transaction.
   * All others fall due at `at`. `undefined` when no watch is left to compare.
   */
  abstract compare(
    tx: Tx,
    wanted: {
      sandbox: boolean;
      at: Date;
      /** By the code of a register in service; of any other, every record has to be read. */
      parserVersions: ReadonlyMap<string, number>;
      /** Every record has to be read. */
      readAll: boolean;
      most: number;
    },
  ): Promise<UnchangedCheck[] | undefined>;
}
