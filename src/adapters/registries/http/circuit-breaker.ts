import type { SourceStatus } from '../../../core/registries/ports.js';

const CONSECUTIVE_FAILURES_TO_OPEN = 10;
const RECENT_CALLS = 20;
const FAILURE_RATIO_TO_OPEN = 0.5;
const FAILURE_RATIO_DEGRADED = 0.25;
const RECENT_MS = 5 * 60_000;
/** Shorter than a job's two backoffs together, so that its last attempt can still probe. */
const FIRST_COOL_DOWN_MS = 4_000;
const MAX_COOL_DOWN_MS = 60_000;
/** A register may ask us to stay away, but not until an operator would think it dead. */
const MAX_STAY_AWAY_MS = 60 * 60_000;

/**
 * Permission for one call to the register. Exactly one of the three must be called, or a probe is
 * never released.
 */
export interface Permit {
  succeeded(): void;
  failed(retryAfterMs?: number): void;
  /** The caller gave up before the register could respond. Proves nothing either way. */
  abandoned(): void;
}

/**
 * Protects a failing register from further calls, and callers from waiting for it. Closed: all
 * calls pass. Open: no call passes until the cool-down is over. Half-open: a single probe passes;
 * its success closes the breaker, and its failure doubles the cool-down. Failures on one subject
 * count once, however many: a name that the register fails or is slow on must not block it for all
 * other names.
 */
export class CircuitBreaker {
  private recent: { at: number; failed: unknown }[] = [];
  /** The subjects that failed since the last success. */
  private failedInARow = new Set<unknown>();
  private openUntil: number | undefined;
  private coolDownMs = FIRST_COOL_DOWN_MS;
  private probing = false;

  /**
   * Uses a monotonic clock: a correction of the system time must not block a register for hours.
   */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Returns `undefined` if the register must not be called now. `subject` is the topic of the call;
   * without it, each call counts separately.
   */
  admit(subject: unknown = {}): Permit | undefined {
    if (this.openUntil === undefined) return this.permit(false, subject);
    if (this.probing || this.now() < this.openUntil) return undefined;
    this.probing = true;
    return this.permit(true, subject);
  }

  /** Milliseconds until a call may pass. 0 if one may now. */
  remainingMs(): number {
    return this.openUntil === undefined ? 0 : Math.max(0, this.openUntil - this.now());
  }

  /**
   * No call is in progress, the cool-down is over, and only a call can show whether the register is
   * back.
   */
  get awaitsProbe(): boolean {
    return this.openUntil !== undefined && !this.probing && this.remainingMs() === 0;
  }

  /**
   * After the cool-down a call would pass, so the register is no longer `down`. Only a success
   * makes it `operational`.
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
    // A call that began before the breaker opened may end late. Only a probe shows the register's
    // present state.
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

  /** 0 until there are enough calls for a ratio. */
  private failureRatio(minimumCalls: number): number {
    const fresh = this.recent.filter(({ at }) => at > this.now() - RECENT_MS);
    const failed = new Set(fresh.flatMap((call) => (call.failed === undefined ? [] : [call.failed]))).size;
    const calls = failed + fresh.filter((call) => call.failed === undefined).length;
    return calls < minimumCalls ? 0 : failed / calls;
  }

  /** `failed`: the subject of a failed call. `undefined` for a success. */
  private remember(failed: unknown): void {
    const others = failed === undefined ? this.recent : this.recent.filter((call) => call.failed !== failed);
    this.recent = [...others, { at: this.now(), failed }].slice(-RECENT_CALLS);
  }
}
