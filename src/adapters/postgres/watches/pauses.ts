import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { WatchEvent } from '../../../core/watches/event.js';
import { WatchPauses, type PausedWatch } from '../../../core/watches/ports.js';
import type { Period } from '../../../core/watches/watch.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson, type Database } from '../client/database.js';
import { PRICE, withinBudget } from './payable.js';
import { tellEvents, type WatchBodyOf } from './watch-events.js';

const MOST_RESUMED = 500;
/** What remains of the personal parts of what was read. */
const NO_PERSONS = '{"officers":null,"registeredAgent":null,"principalAddress":null}';

interface PausedRow {
  id: string;
  entity_id: string;
  jurisdiction: string;
  record_id: string;
  every: Period;
}

export class PostgresWatchPauses extends WatchPauses {
  constructor(
    private readonly db: Database,
    private readonly bodyOf: WatchBodyOf,
  ) {
    super();
  }

  async hasAny(sandbox: boolean): Promise<boolean> {
    const row = await this.db.row<{ has: boolean }>(
      `select exists (select from watches where status = 'paused' and pause_reason <> 'erased' and sandbox = $1) as has`,
      [sandbox],
    );
    return row?.has === true;
  }

  async lockResumable(tx: Tx, now: Date, unavailable: readonly string[], sandbox: boolean): Promise<PausedWatch[]> {
    const rows = await this.db.in(tx).rows<PausedRow>(
      `select w.id, w.entity_id, w.jurisdiction, e.record_id, w.every
         from watches w join entities e on e.id = w.entity_id join accounts a on a.id = w.account_id
        where w.sandbox = $1 and w.status = 'paused' and a.deleted_at is null
          and case w.pause_reason when 'credits' then a.credit_balance >= ${PRICE} when 'budget' then ${withinBudget('$2::timestamptz')}
                when 'jurisdiction_unavailable' then w.jurisdiction <> all ($3::text[]) else false end
        order by w.id limit ${MOST_RESUMED} for update of w skip locked`,
      [sandbox, now, unavailable],
    );
    return rows.map((row) => ({
      watchId: fromUuid('wch', row.id),
      entityId: fromUuid('ent', row.entity_id),
      jurisdiction: row.jurisdiction,
      recordId: row.record_id,
      every: row.every,
    }));
  }

  async resume(
    tx: Tx,
    resumed: readonly { watch: PausedWatch; nextCheckAt: Date | undefined; event: WatchEvent }[],
  ): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    await on.change(
      `update watches w set status = 'active', pause_reason = null, next_check_at = r.next_check_at
         from json_to_recordset($1) r (id uuid, next_check_at timestamptz) where w.id = r.id`,
      [toJson(resumed.map(({ watch, nextCheckAt }) => ({ id: toUuid(watch.watchId), next_check_at: nextCheckAt })))],
    );
    return tellEvents(
      on,
      resumed.map(({ event }) => event),
      this.bodyOf,
    );
  }

  async erase(tx: Tx, entityId: Id<'ent'>, eventOf: (watchId: Id<'wch'>) => WatchEvent): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    const id = toUuid(entityId);
    const paused = await on.rows<{ id: string }>(
      `update watches set status = 'paused', pause_reason = 'erased', next_check_at = null,
              seen = case when seen ? 'details' then jsonb_set(seen, '{details}', (seen -> 'details') || '${NO_PERSONS}') else seen end
        where entity_id = $1 and pause_reason is distinct from 'erased' returning id`,
      [id],
    );
    // What was told of persons stays told, without what was said of them.
    await on.change(
      `update events e set body = jsonb_set(e.body::jsonb, '{changes}', (
           select jsonb_agg(case when c ->> 'code' in ('ADDRESS_CHANGED', 'AGENT_CHANGED', 'OFFICERS_CHANGED')
                    then c || '{"from": null, "to": null}' else c end order by place)
             from jsonb_array_elements(e.body::jsonb -> 'changes') with ordinality as t (c, place)))::text
        where e.type = 'entity.changed' and e.watch_id in (select id from watches where entity_id = $1)`,
      [id],
    );
    return tellEvents(
      on,
      paused.map((row) => eventOf(fromUuid('wch', row.id))),
      this.bodyOf,
    );
  }
}
