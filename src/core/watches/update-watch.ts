import type { Caller } from '../accounts/account.js';
import { requireAllowed, requireOwn } from '../accounts/caller-limits.js';
import { AppError } from '../errors.js';
import { Entities } from '../entities/ports.js';
import type { Id } from '../ids.js';
import type { Tier } from '../registries/jurisdiction.js';
import { Registries } from '../registries/ports.js';
import { AddressGuard } from '../webhooks/public-address.js';
import { narrowedTo, type ChangeCode } from './comparison/compare.js';
import { offeredTier } from './create-watch.js';
import { Watches, WatchClock } from './ports.js';
import { nextCheck } from './schedule/schedule.js';
import { mostInMonth, requireConfirmedMonth } from './month-price.js';
import { type Period, requireNotEnded, type Watch, watchNotFound } from './watch.js';
import { Injectable } from '../injectable.js';

/** `undefined` keeps a value, `null` removes it. */
export interface WatchUpdate {
  every: Period | undefined;
  tier: Tier | undefined;
  on: readonly ChangeCode[] | undefined;
  webhookUrl: string | null | undefined;
  maxCreditsPerMonth: number | null | undefined;
  reference: string | null | undefined;
}

@Injectable()
export class UpdateWatch {
  constructor(
    private readonly watches: Watches,
    private readonly entities: Entities,
    private readonly registries: Registries,
    private readonly clock: WatchClock,
    private readonly addressGuard: AddressGuard,
  ) {}

  async run(caller: Caller, id: Id<'wch'> | undefined, update: WatchUpdate): Promise<Watch> {
    const { accountId, limits } = caller;
    const { webhookUrl: address, tier, every, on } = update;
    const webhookUrl = typeof address === 'string' ? await this.addressGuard.register(address) : address;
    const watch = id && (await this.watches.find(accountId, id));
    if (!watch) throw watchNotFound();
    requireOwn(caller, watch);
    requireNotEnded(watch);
    requireAllowed(limits, [watch.jurisdiction], tier);
    const offered = tier && offeredTier(this.registries, watch.jurisdiction, tier);
    const { maxCreditsPerMonth } = update;
    if (every !== undefined || offered !== undefined || maxCreditsPerMonth !== undefined) {
      const most = maxCreditsPerMonth === undefined ? watch.maxCreditsPerMonth : (maxCreditsPerMonth ?? undefined);
      const after = { every: every ?? watch.every, tier: offered ?? watch.tier, maxCreditsPerMonth: most };
      const costsMore = mostInMonth(after) > mostInMonth(watch);
      if (costsMore && !caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
      requireConfirmedMonth(limits, after, this.registries.asOf(watch.jurisdiction) !== undefined);
    }
    const nextCheckAt = every && (await this.nextCheck(watch, every));
    const changed = await this.watches.change(accountId, watch.id, {
      ...update,
      tier: offered,
      on: on && (narrowedTo(on) ?? null),
      webhookUrl,
      nextCheckAt,
    });
    if (!changed) throw watchNotFound();
    return changed;
  }

  private async nextCheck({ entityId, jurisdiction }: Watch, every: Period): Promise<Date | undefined> {
    const entity = await this.entities.find(entityId);
    if (!entity) return undefined;
    const { beganAt } = this.clock;
    return nextCheck({ jurisdiction, recordId: entity.record.id }, every, { beganAt, after: await this.clock.now() });
  }
}
