/** What a source allows in a stretch of time. */
export interface Quota {
  requests: number;
  windowMs: number;
}

/** What a register tolerates from all our processes together. Left out: no limit. */
export interface PaceLimits {
  /** What is paced together, where several registers share one source; each register by itself when left out. */
  source?: string;
  /** Requests under way at once. */
  concurrency?: number;
  /** Least time between the starts of two requests. */
  spacingMs?: number;
  /** For everybody with the same key, or at the same address. */
  quota?: Quota;
}

/** Lets requests through in the order they came, never more or faster than the register tolerates. */
export class ThrottleWindow {
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private nextStartAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: Pick<PaceLimits, 'concurrency' | 'spacingMs'>) {}

  /** Resolves when it is the caller's turn, with the function that ends the turn. Rejects with the signal's reason once it aborts. */
  turn(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve(this.endOfTurn());
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(start);
      this.admit();
    });
  }

  private endOfTurn(): () => void {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.running -= 1;
      this.admit();
    };
  }

  private admit(): void {
    const { concurrency = Infinity, spacingMs = 0 } = this.limits;
    while (this.waiting.length > 0 && this.running < concurrency) {
      const waitMs = this.nextStartAt - performance.now();
      if (waitMs > 0) {
        this.timer ??= setTimeout(() => {
          this.timer = undefined;
          this.admit();
        }, waitMs);
        return;
      }
      this.nextStartAt = performance.now() + spacingMs;
      this.running += 1;
      this.waiting.shift()!();
    }
  }
}
