import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import type { Database } from '../../src/adapters/postgres/client/database.js';

/** Checks the invariants of every ledger. */
export async function expectSound(db: Database): Promise<void> {
  expect((await new PostgresLedgerAudit(db).check()).difference).toBeUndefined();
  const [broken] = await db.rows<Record<string, number>>(`select
    (select count(*)::int from ledger_entries where balance_after < 0) as negative,
    (select count(*)::int from (select from ledger_entries where type = 'refund' group by job_id having count(*) > 1) t) as refunded_twice,
    (select count(*)::int from ledger_entries r where type = 'refund' and not exists (
       select from ledger_entries c where c.type = 'charge' and c.job_id = r.job_id and c.amount = -r.amount)) as refunded_wrongly,
    (select count(*)::int from payments p where (p.status = 'paid') <> (
       1 = (select count(*) from ledger_entries e where e.payment_id = p.id and e.type = 'purchase'))) as paid_and_not_credited_once,
    (select count(*)::int from payments p join (
       select payment_id, -sum(amount) as taken from ledger_entries where type = 'adjustment' and payment_id is not null group by payment_id
     ) t on t.payment_id = p.id where t.taken > p.amount_credits) as taken_back_too_much,
    (select count(*)::int from payments p where (
         select coalesce(sum(r.credits_due), 0) from payment_reversals r where r.payment_ref = p.payment_ref
       ) <> (
         select coalesce(-sum(e.amount), 0) from ledger_entries e where e.payment_id = p.id and e.type = 'adjustment'
       ) + (
         select coalesce(sum(d.amount_credits - d.collected_credits - d.forgiven_credits), 0) from debts d where d.payment_id = p.id
       )) as neither_taken_nor_owed`);
  expect(broken).toEqual({
    negative: 0,
    refunded_twice: 0,
    refunded_wrongly: 0,
    paid_and_not_credited_once: 0,
    taken_back_too_much: 0,
    neither_taken_nor_owed: 0,
  });
}
