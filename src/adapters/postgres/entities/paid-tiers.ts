import { toUuid, type Id } from '../../../core/ids.js';
import type { Statements } from '../client/statements.js';

/**
 * Lowers an account's tier for an entity after a refund, unless another job, row or known answer
 * has paid for the deep tier. A ledger entry without an entity may have been for this one.
 */
export async function lowerPaidTier(on: Statements, accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<void> {
  await on.change(
    `update access a set tier = 'quick'
      where a.account_id = $1 and a.entity_id = $2 and a.tier = 'deep'
        and not exists (
          select from jobs j where j.account_id = $1 and j.status = 'completed' and j.tier = 'deep' and j.result ->> 'entityId' = $3)
        and not exists (
          select from ledger_entries e where e.account_id = $1 and e.type = 'charge' and e.job_id is null
            and (e.entity_id = $2 or (e.entity_id is null and e.entity_name is null))
            and e.operation in ('verify_deep', 'verify_deep_force_refresh')
            and not (e.batch_id is not null and exists (
              select from ledger_entries g where g.batch_id = e.batch_id and g.batch_line = e.batch_line and g.type = 'refund')))`,
    [toUuid(accountId), toUuid(entityId), entityId],
  );
}
