import type { Caller } from '../accounts/account.js';
import { shareOf } from '../accounts/caller-limits.js';
import { newId, type Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import { Clock } from '../ports.js';
import { Tasks } from '../tasks/ports.js';
import { Events, TestEventBodies } from './ports.js';
import { AddressGuard } from './public-address.js';
import { MAX_OPEN_REDELIVERIES, tooManyOpen } from './redeliver.js';

/** Sends a test event to a receiver, signed and delivered like any other. */
@Injectable()
export class SendTestEvent {
  constructor(
    private readonly events: Events,
    private readonly addressGuard: AddressGuard,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    private readonly bodies: TestEventBodies,
  ) {}

  /** `address` as entered. Throws `VALIDATION_ERROR` if deliveries to it are not allowed. */
  async run({ accountId, limits }: Pick<Caller, 'accountId' | 'limits'>, address: string): Promise<Id<'dlv'>> {
    const url = await this.addressGuard.register(address);
    const id = newId('evt');
    const body = JSON.stringify(this.bodies.of(this.clock.now(), id));
    const most = shareOf(limits, MAX_OPEN_REDELIVERIES);
    const due = await this.events.test(accountId, { id, url, body }, most);
    if (due === 'full') throw tooManyOpen(most);
    await this.tasks.enqueue({ kind: 'delivery', ...due });
    return due.id;
  }
}
