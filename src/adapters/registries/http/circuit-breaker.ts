import type { SourceStatus } from '../../../core/registries/ports.js';

const CONSECUTIVE_FAILURES_TO_OPEN = 10;
const RECENT_CALLS = 20;
const FAILURE_RATIO_TO_OPEN = 0.5;
const FAILURE_RATIO_DEGRADED = 0.25;
const RECENT_MS = 5 * 60_000;
/**
 * Shorter than the two backoffs of a job together, so that its last attempt still gets to probe.
 */
const FIRST_COOL_DOWN_MS = 4_000;
const MAX_COOL_DOWN_MS = 60_000;
/** A register may ask us to stay away, but not so long that an operator would think it dead. */
const MAX_STAY_AWAY_MS = 60 * 60_000;

/**
 * Leave to ask the register once; exactly one of the three must be reported back, or a probe is
 * never released.
 */
export interface Permit {
  succeeded(): void;
  failed(retryAfterMs?: number): void;
  /** The caller gave up before the register had its chance: proves nothing either way. */
  abandoned(): void;
}

/**
 * Keeps a failing register from being hammered, and its callers from waiting for it. Closed:
 * everything passes. Open: nothing passes until the cool-down is over. Half-open: a single probe
 * passes; its success closes the breaker, its failure doubles the cool-down. What was asked about
 * one subject counts once, however often it failed: a name that a register stumbles over, or is
 * slow with, must not close the register to all other names.
 */
export class CircuitBreaker {
  private recent: { at: number; failed: unknown }[] = [];
  /** The subjects that failed since something last succeeded. */
  private failedInARow = new Set<unknown>();
  private openUntil: number | undefined;
  private coolDownMs = FIRST_COOL_DOWN_MS;
  private probing = false;

  /**
   * By a clock that is never set: a register must not be left alone for hours because the time of
   * day was corrected.
   */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * `undefined` when the register must not be asked now. `subject`: what the call is about; each
   * call counts by itself when left out.
   */
  admit(subject: unknown = {}): Permit | undefined {
    if (this.openUntil === undefined) return this.permit(false, subject);
    if (this.probing || this.now() < this.openUntil) return undefined;
    this.probing = true;
    return this.permit(true, subject);
  }

  /** How long callers are still refused, 0 when a call could pass. */
  remainingMs(): number {
    return this.openUntil === undefined ? 0 : Math.max(0, this.openUntil - this.now());
  }

  /**
   * No call is under way, the cool-down is over, and only a call can show whether the register is
   * back.
   */
  get awaitsProbe(): boolean {
    return this.openUntil !== undefined && !this.probing && this.remainingMs() === 0;
  }

  /**
   * Once the cool-down is over a call would pass, so the register is not `down` any more; only its
   * success makes it `operational`.
   */
  status(): SourceStatus {
    if (this.openUntil !== undefined) return this.remainingMs() > 0 ? 'down' : 'degraded';
    return this.failedInARow.size > 0 || this.failureRatio(4) >= FAILURE_RATIO_DEGRADED ? 'degraded' : 'operational';
  }

  private permit(probe: boolean, subject: unknown): Permit {
    let reported = false;
    const once = (report: () => void) => () => {
      if (reported) return;
      reported = true;
      if (probe) this.probing = false;
      report();
    };
    return {
      succeeded: once(() => this.onSuccess(probe)),
      failed: (retryAfterMs) => once(() => this.onFailure(probe, subject, retryAfterMs))(),
      abandoned: once(() => undefined),
    };
  }

  private onSuccess(probe: boolean): void {
    this.remember(undefined);
    this.failedInARow.clear();
    // A call that began before the breaker opened may end late: only a probe shows how the register
    // is now.
    if (!probe) return;
    this.openUntil = undefined;
    this.coolDownMs = FIRST_COOL_DOWN_MS;
    this.recent = [];
  }

  private onFailure(probe: boolean, subject: unknown, retryAfterMs?: number): void {
    this.remember(subject);
    this.failedInARow.add(subject);
    if (retryAfterMs !== undefined && retryAfterMs > 0) this.open(Math.min(retryAfterMs, MAX_STAY_AWAY_MS));
    else if (probe) this.open((this.coolDownMs = Math.min(this.coolDownMs * 2, MAX_COOL_DOWN_MS)));
    else if (this.openUntil === undefined && this.hasHadEnough()) this.open(this.coolDownMs);
  }

  private open(forMs: number): void {
    this.openUntil = Math.max(this.openUntil ?? 0, this.now() + forMs);
  }

  private hasHadEnough(): boolean {
    return (
      this.failedInARow.size >= CONSECUTIVE_FAILURES_TO_OPEN || this.failureRatio(RECENT_CALLS) >= FAILURE_RATIO_TO_OPEN
    );
  }

  /** 0 until there are enough calls to speak of a ratio. */
  private failureRatio(minimumCalls: number): number {
    const fresh = this.recent.filter(({ at }) => at > this.now() - RECENT_MS);
    const failed = new Set(fresh.flatMap((call) => (call.failed === undefined ? [] : [call.failed]))).size;
    const calls = failed + fresh.filter((call) => call.failed === undefined).length;
    return calls < minimumCalls ? 0 : failed / calls;
  }

  /** `failed`: the subject of a call that failed. */
  private remember(failed: unknown): void {
    const others = failed === undefined ? this.recent : this.recent.filter((call) => call.failed !== failed);
    this.recent = [...others, { at: this.now(), failed }].slice(-RECENT_CALLS);
  }
}
