import { parseId, type Id } from '../ids.js';
import { Metrics } from '../metrics/ports.js';
import { type Task, Tasks } from '../tasks/ports.js';
import { isDelivered, AttemptDelivery } from './attempt-delivery.js';
import { type DeliveryTarget, DestinationLimiter } from '../concurrency/destination-limiter.js';
import { type Attempt, type ClaimedDelivery, Deliveries, type DueDelivery } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * Pauses after the first, second and third failure, so four attempts in total (contract, section
 * 6).
 */
const RETRY_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000];
export const DELIVERY_ATTEMPTS = RETRY_PAUSES_MS.length + 1;

/**
 * A worker's processing of a delivery: takes a place at its destination, claims it, attempts it,
 * records the outcome. The holder of a place continues with other due deliveries there, so that
 * refused ones need not wait for the sweep.
 */
@Injectable()
export class DeliverEvent {
  private stopping = false;

  constructor(
    private readonly deliveries: Deliveries,
    private readonly attemptDelivery: AttemptDelivery,
    private readonly destinationLimiter: DestinationLimiter,
    private readonly tasks: Tasks,
    private readonly metrics: Metrics,
  ) {}

  /** Tasks without a destination are left to the sweep, which queues them with one. */
  async run({ id: text, destination, accountId }: Task): Promise<void> {
    const id = parseId('dlv', text);
    if (!id || !destination || !accountId || this.stopping) return;
    const target = { destination, accountId };
    if (!this.destinationLimiter.tryAcquire(target)) return;
    await this.workOff(target, id);
    for (let next = this.nextPlace(target); next; next = this.nextPlace(target)) await this.workOff(next);
  }

  stop(): void {
    this.stopping = true;
  }

  private nextPlace({ accountId }: DeliveryTarget): DeliveryTarget | undefined {
    return this.stopping ? undefined : this.destinationLimiter.tryAcquireNext(accountId);
  }

  private async workOff(target: DeliveryTarget, first?: Id<'dlv'>): Promise<void> {
    const { destination } = target;
    try {
      if (first) await this.deliverIfClaimed(await this.deliveries.claim(first), target);
      for (;;) {
        const refusals = this.stopping ? undefined : this.destinationLimiter.refusals(destination);
        if (refusals === undefined) break;
        const next = await this.deliveries.claimNext(destination);
        if (!next) this.destinationLimiter.madeUpFor(destination, refusals);
        await this.deliverIfClaimed(next, target);
      }
    } finally {
      this.destinationLimiter.release(target);
    }
  }

  private async deliverIfClaimed(claimed: ClaimedDelivery | undefined, target: DeliveryTarget): Promise<void> {
    if (!claimed) return;
    const attempt = await this.deliveries.holding(claimed, () => this.attemptDelivery.run(claimed));
    this.destinationLimiter.recordAttempt(target.destination, attempt.responseStatus !== undefined, attempt.durationMs);
    this.count(attempt);
    const pauseMs = RETRY_PAUSES_MS[claimed.attempt - 1];
    if (isDelivered(attempt) || pauseMs === undefined) {
      const next = await this.deliveries.finish(claimed, isDelivered(attempt) ? 'delivered' : 'failed', attempt);
      if (next) await this.enter(next);
    } else if (await this.deliveries.retryLater(claimed, attempt, pauseMs)) {
      await this.enter({ id: claimed.id, claimNumber: claimed.claimNumber + 1, ...target }, pauseMs);
    }
  }

  private count(attempt: Attempt): void {
    const answered = attempt.responseStatus === undefined ? 'unreachable' : 'refused';
    this.metrics.count('webhook_attempts_total', { outcome: isDelivered(attempt) ? 'delivered' : answered });
    this.metrics.observe('webhook_attempt_duration_seconds', {}, attempt.durationMs / 1000);
  }

  private async enter(due: DueDelivery, delayMs = 0): Promise<void> {
    await this.tasks.enqueue({ kind: 'delivery', ...due }, delayMs);
  }
}
