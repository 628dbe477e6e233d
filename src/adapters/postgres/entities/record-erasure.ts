import { toUuid, type Id } from '../../../core/ids.js';
import { Injectable } from '../../../core/injectable.js';
import type { Tx } from '../../../core/ports.js';
import { RecordErasure } from '../../../core/records/ports.js';
import { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';

const AT_ONCE = 200;

@Injectable()
export class PostgresRecordErasure extends RecordErasure {
  constructor(private readonly db: Database) {
    super();
  }

  async erase(tx: Tx, id: Id<'rec'>): Promise<boolean> {
    const on = this.db.in(tx);
    const uuid = toUuid(id);
    await moveOutOfCharge(on, uuid);
    const found = await on.row('select 1 from records where id = $1 for no key update', [uuid]);
    if (!found) return false;
    await on.rows('select erase_records(array[$1::uuid], true)', [uuid]);
    return true;
  }
}

/** Nothing else in the ledger can be changed. */
async function moveOutOfCharge(on: Statements, id: string): Promise<void> {
  const moved = await on.change(
    'insert into records select * from charge_records where id = $1 on conflict do nothing',
    [id],
  );
  if (moved === 0) return;
  await on.change('update ledger_entries set recorded = null where id = $1', [id]);
}

/** Along the index of entities. The names of businesses stay. */
export async function eraseFromRecords(on: Statements, entityId: string): Promise<void> {
  let last: { account_id: string; at: string; id: string } | undefined;
  for (;;) {
    const rows = await on.rows<{ account_id: string; at: string; id: string }>(
      `with looked as materialized (
         select account_id, at, id from records
          where entity_id = $1 and ($2::uuid is null or (account_id, at, id) > ($2, $3::timestamptz, $4::uuid))
          order by account_id, at, id limit ${AT_ONCE}
       ), erased as materialized (select erase_records(array(select id from looked), false))
       select account_id, at::text as at, id from looked left join erased on true order by account_id, looked.at, id`,
      [entityId, last?.account_id, last?.at, last?.id],
    );
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1);
  }
}
