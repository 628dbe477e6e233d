import type { RowRefund } from '../../../core/billing/ports.js';
import type { Operation } from '../../../core/billing/charge.js';
import { fromUuid, newUuid } from '../../../core/ids.js';
import type { Statements } from '../client/statements.js';

/**
 * Refunds the charge of a batch row to the account and the charged budgets. `row` is batch and
 * line.
 */
export async function refundRow(
  on: Statements,
  row: readonly [batch: string, line: number],
  description: string,
): Promise<RowRefund | 'not charged' | 'refunded before'> {
  const charged = await on.row(
    `select from accounts where id = (
       select account_id from ledger_entries where batch_id = $1 and batch_line = $2 and type = 'charge') for no key update`,
    row,
  );
  if (!charged) return 'not charged';
  const given = await on.row<{
    id: string;
    amount: number;
    balance_after: number;
    account_id: string;
    entity_id: string | null;
    operation: Operation;
  }>(
    `insert into ledger_entries (id, account_id, type, amount, description, operation, key_id, grant_id, entity_id, entity_name, jurisdiction,
         batch_id, batch_line, reference, charged_at, created_at)
       select $3, account_id, 'refund', -amount, $4, operation, key_id, grant_id, entity_id, entity_name, jurisdiction, batch_id, batch_line, reference, created_at,
           greatest(ledger_now(), created_at)
         from ledger_entries c where batch_id = $1 and batch_line = $2 and type = 'charge'
          and not exists (select from ledger_entries g where g.batch_id = $1 and g.batch_line = $2 and g.type = 'refund')
     returning id, amount, balance_after, account_id, entity_id, operation`,
    [...row, newUuid(), description],
  );
  if (!given) return 'refunded before';
  await on.change('update records set credits_refunded = credits_charged where id = record_of_row($1, $2)', row);
  await on.rows('select refund_budgets($1)', [JSON.stringify([{ id: given.id }])]);
  const { account_id: account, entity_id: entity, operation } = given;
  return {
    amountCredits: given.amount,
    balance: given.balance_after,
    ...(entity !== null &&
      operation === 'verify_deep' && {
        deep: { accountId: fromUuid('acc', account), entityId: fromUuid('ent', entity) },
      }),
  };
}
