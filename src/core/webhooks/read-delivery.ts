import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Deliveries, type Delivery } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * Returns a delivery with all requests and responses. Another account's delivery is
 * indistinguishable from a missing one.
 */
@Injectable()
export class ReadDelivery {
  constructor(private readonly deliveries: Deliveries) {}

  async run(accountId: Id<'acc'>, id: Id<'dlv'> | undefined): Promise<Delivery & { body: string }> {
    const delivery = id && (await this.deliveries.find(accountId, id));
    if (!delivery) throw deliveryNotFound();
    return delivery;
  }
}

export function deliveryNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'No delivery has this id.' });
}
