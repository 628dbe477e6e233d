import { AppError } from '../errors.js';

/** More than this in one statement gains nothing, and makes the first wait for the last. */
const MAX_TOGETHER = 128;
/**
 * At a few thousand a second this is some seconds of work: a caller that would have to wait longer
 * had better ask again.
 */
const MAX_WAITING = 8_192;

interface Waiting<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends what arrives at the same time in one group. One group is on its way at a time, and what
 * arrives meanwhile is the next. An item that comes alone waits for no other. `send` answers item
 * by item; what it throws is the answer to all. It knows nothing of the batches of `core/batches`.
 */
export class Batcher<Item, Outcome> {
  private readonly waiting: Waiting<Item, Outcome>[] = [];
  private onItsWay = false;

  constructor(private readonly send: (items: Item[]) => Promise<PromiseSettledResult<Outcome>[]>) {}

  /** Fails, with nothing done, when too many wait already. */
  add(item: Item): Promise<Outcome> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(tooBusy());
    return new Promise<Outcome>((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.onItsWay) return;
      this.onItsWay = true;
      // After everything that has arrived by now was handled: what arrives together is sent
      // together.
      setImmediate(() => void this.sendAll());
    });
  }

  private async sendAll(): Promise<void> {
    let handOut = () => {};
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, MAX_TOGETHER);
      const sent = this.sendSome(group);
      // Callers with answers keep this process busy for a while: the next group is sent before they
      // resume.
      setImmediate(handOut);
      handOut = await sent;
    }
    this.onItsWay = false;
    handOut();
  }

  /** Resolves, when there are answers, with the function that distributes them. */
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

/** More wait than a few seconds of work: that is this service's doing, and no register's. */
export function tooBusy(): AppError {
  return new AppError('DATA_SOURCE_UNAVAILABLE', {
    message: 'This service has too many requests waiting. Nothing was charged.',
    details: { reason: 'overloaded', retry_after_seconds: TRY_AGAIN_AFTER_SECONDS },
    suggestion: 'Try again in a few seconds.',
  });
}
