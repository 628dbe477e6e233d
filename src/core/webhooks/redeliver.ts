import type { Caller } from '../accounts/account.js';
import { requireOwn, shareOf, type LimitedCaller } from '../accounts/caller-limits.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Tasks } from '../tasks/ports.js';
import { Deliveries } from './ports.js';
import { deliveryNotFound } from './read-delivery.js';
import { Injectable } from '../injectable.js';

/** Unfinished redeliveries and tests per account; callers with limits fill half of them. */
export const MAX_OPEN_REDELIVERIES = 100;
/** Roughly the duration of a delivery that succeeds on the last attempt. */
const TRY_AGAIN_AFTER_SECONDS = 60;

/**
 * Sends an event again, whatever its state: a new delivery of four attempts, with the same body and
 * webhook-id.
 */
@Injectable()
export class Redeliver {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly tasks: Tasks,
  ) {}

  async run(caller: LimitedCaller & Pick<Caller, 'accountId'>, id: Id<'dlv'> | undefined): Promise<Id<'dlv'>> {
    const { accountId, limits } = caller;
    const holder = id && (await this.deliveries.holderOf(accountId, id));
    if (!holder) throw deliveryNotFound();
    requireOwn(caller, holder);
    const most = shareOf(limits, MAX_OPEN_REDELIVERIES);
    const again = id && (await this.deliveries.redeliver(accountId, id, most));
    if (!again) throw deliveryNotFound();
    if (again === 'full') throw tooManyOpen(most);
    await this.tasks.enqueue({ kind: 'delivery', ...again });
    return again.id;
  }
}

export function tooManyOpen(most: number): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${most} redeliveries and tests of this account have not ended yet.`,
    details: { retry_after_seconds: TRY_AGAIN_AFTER_SECONDS, open_redeliveries: most },
    nextStep: 'list_deliveries',
  });
}
