import { AppError } from '../errors.js';

/** Larger groups gain nothing and delay the first item until the last is done. */
const MAX_TOGETHER = 128;
/**
 * A few seconds of work at a few thousand items per second. A caller that would wait longer should
 * retry instead.
 */
const MAX_WAITING = 8_192;

interface Waiting<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends items that arrive together as one group. Only one group is in flight; items that arrive
 * meanwhile form the next one. A single item does not wait for others. `send` returns an outcome
 * per item; if it throws, all items fail with that error. Unrelated to the batches of
 * `core/batches`.
 */
export class Batcher<Item, Outcome> {
  private readonly waiting: Waiting<Item, Outcome>[] = [];
  private onItsWay = false;

  constructor(private readonly send: (items: Item[]) => Promise<PromiseSettledResult<Outcome>[]>) {}

  /** Rejects, with nothing done, if too many items are waiting. */
  add(item: Item): Promise<Outcome> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(tooBusy());
    return new Promise<Outcome>((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.onItsWay) return;
      this.onItsWay = true;
      // Runs after the current events, so that items that arrive together are sent together.
      setImmediate(() => void this.sendAll());
    });
  }

  private async sendAll(): Promise<void> {
    let handOut = () => {};
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, MAX_TOGETHER);
      const sent = this.sendSome(group);
      // Resumed callers keep this process busy, so send the next group first.
      setImmediate(handOut);
      handOut = await sent;
    }
    this.onItsWay = false;
    handOut();
  }

  /** Resolves to the function that distributes the outcomes. */
  private async sendSome(group: Waiting<Item, Outcome>[]): Promise<() => void> {
    try {
      const outcomes = await this.send(group.map(({ item }) => item));
      return () => {
        for (const [at, { resolve, reject }] of group.entries()) {
          const outcome = outcomes[at];
          if (outcome?.status === 'fulfilled') resolve(outcome.value);
          else reject(outcome?.reason ?? new Error('a group got fewer outcomes than it had items'));
        }
      };
    } catch (error) {
      return () => {
        for (const { reject } of group) reject(error);
      };
    }
  }
}

const TRY_AGAIN_AFTER_SECONDS = 5;

/** The cause is this service's load, not a register. */
export function tooBusy(): AppError {
  return new AppError('DATA_SOURCE_UNAVAILABLE', {
    message: 'This service has too many requests waiting. Nothing was charged.',
    details: { reason: 'overloaded', retry_after_seconds: TRY_AGAIN_AFTER_SECONDS },
    suggestion: 'Try again in a few seconds.',
  });
}
