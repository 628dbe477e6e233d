import type { Caller } from '../accounts/account.js';
import { refused, type InvalidRequest } from '../invalid-request.js';
import { requireAllowed } from '../accounts/caller-limits.js';
import type { Ledger } from '../billing/ports.js';
import type { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import { newId, type Id } from '../ids.js';
import type { Transaction } from '../ports.js';
import type { Watches, WorldClock } from './ports.js';
import { priceOfCheck, type Watch } from './watch.js';
import { watchNotFound } from './watch-not-found.js';

/** Looks at an entity now, beside the regular moments. It is paid for here; while a check is under way, that one is the answer, at no further cost. */
export class CheckNow {
  constructor(
    private readonly watches: Watches,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly world: WorldClock,
  ) {}

  async run(caller: Caller, id: Id<'wch'> | undefined): Promise<{ jobId: Id<'job'>; creditsCharged: number }> {
    const watch = id && (await this.watches.find(caller.accountId, id));
    if (!watch) throw watchNotFound();
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    requireAllowed(caller.limits, [watch.jurisdiction], watch.tier);
    if (watch.pauseReason) throw paused(watch.pauseReason);
    const jobId = newId('job');
    const underWay = await this.watches.begin(caller.accountId, watch.id, jobId, await this.world.now());
    if (!underWay) throw watchNotFound();
    if (underWay !== jobId) return { jobId: underWay, creditsCharged: 0 };
    try {
      await this.charge(caller, watch, jobId);
    } catch (error) {
      await this.watches.cancel(jobId);
      throw error;
    }
    await this.watches.paid(jobId);
    return { jobId, creditsCharged: priceOfCheck(watch.tier) };
  }

  private async charge({ accountId, keyId, grantId }: Caller, watch: Watch, jobId: Id<'job'>): Promise<void> {
    const { entityId, jurisdiction, tier } = watch;
    const entityName = (await this.entities.find(entityId))?.record.name;
    await this.transaction.commit([
      this.ledger.charge({
        accountId,
        keyId,
        grantId,
        jobId,
        watchId: watch.id,
        entityId,
        ...(entityName !== undefined && { entityName }),
        jurisdiction,
        operation: tier === 'deep' ? 'verify_deep' : 'verify_quick',
        amountCredits: priceOfCheck(tier),
        description: `Check (${tier}) of ${entityId}`,
      }),
    ]);
  }
}

function paused(reason: string): InvalidRequest {
  const message = `This watch is paused (${reason}), so nothing can be asked. Nothing was charged.`;
  return refused('path', 'id', message, {
    details: { reason },
    suggestion: 'It goes on by itself once the reason has passed.',
  });
}
