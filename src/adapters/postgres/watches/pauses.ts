import { Injectable } from '../../../core/injectable.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { WatchEvent } from '../../../core/watches/event.js';
import { WatchEventBodies, WatchPauses, type EndedWatch, type PausedWatch } from '../../../core/watches/ports.js';
import type { Watch } from '../../../core/watches/watch.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { Database, toJson } from '../client/database.js';
import type { WatchRow } from '../schema/watch.tables.js';
import { monthOf, PRICE, WITHIN_KEY_LIMITS, withinBudget } from './watch-row.js';
import { tellEvents } from './watch-events.js';

const MAX_RESUMED = 500;
const MAX_WOKEN = 100;
/** Budget periods begin at midnight UTC, by the clock of charges. */
const TODAY = `(ledger_now() at time zone 'UTC')::date`;
const NO_PERSONS = '{"officers":null,"registeredAgent":null,"principalAddress":null}';

interface PausedRow extends Pick<WatchRow, 'id' | 'entity_id' | 'jurisdiction' | 'every' | 'reference'> {
  record_id: string;
}

@Injectable()
export class PostgresWatchPauses extends WatchPauses {
  constructor(
    private readonly db: Database,
    private readonly bodies: WatchEventBodies,
  ) {
    super();
  }

  async wake(now: Date, sandbox: boolean): Promise<void> {
    const isNew = `not exists (select from watch_looks l where l.sandbox = $1 and l.day >= ${TODAY} and l.month >= ${monthOf('$2::timestamptz')})`;
    const due = await this.db.row(`select where ${isNew}`, [sandbox, now]);
    if (!due) return;
    await this.db.change(
      `with looked as (
         insert into watch_looks as l (sandbox, day, month) select $1, ${TODAY}, ${monthOf('$2::timestamptz')} where ${isNew}
         on conflict (sandbox) do update set day = excluded.day, month = excluded.month
           where l.day < excluded.day or l.month < excluded.month returning l.sandbox
       )
       insert into watch_wakes (account_id, sandbox)
         select distinct w.account_id, w.sandbox from watches w join looked on w.sandbox = looked.sandbox
          where w.status = 'paused' and w.pause_reason in ('credits', 'budget')`,
      [sandbox, now],
    );
  }

  async lockResumable(tx: Tx, now: Date, available: readonly string[], sandbox: boolean): Promise<PausedWatch[]> {
    const on = this.db.in(tx);
    await on.rows(`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
    const wakes = await on.rows<{ id: string; account_id: string }>(
      `select id, account_id from watch_wakes where sandbox = $1 order by id limit ${MAX_WOKEN} for update skip locked`,
      [sandbox],
    );
    const rows = await on.rows<PausedRow>(
      `with found as materialized (
         select w.id from watches w join accounts a on a.id = w.account_id
          where w.account_id = any ($3::uuid[]) and w.sandbox = $1 and w.status = 'paused' and a.deleted_at is null
            and case w.pause_reason when 'credits' then a.credit_balance >= ${PRICE} when 'budget' then ${withinBudget('$2::timestamptz')}
              when 'key_limits' then ${WITHIN_KEY_LIMITS} else false end
         union all
         select w.id from unnest($4::text[]) code cross join lateral (
           select id from watches where jurisdiction = code and sandbox = $1 and pause_reason = 'jurisdiction_unavailable' limit ${MAX_RESUMED}) w
       )
       select w.id, w.entity_id, w.jurisdiction, e.record_id, w.every, w.reference
         from watches w join entities e on e.id = w.entity_id join accounts a on a.id = w.account_id
        where w.id in (select id from found order by id limit ${MAX_RESUMED}) and w.status = 'paused' and a.deleted_at is null
        order by w.id for update of w`,
      [sandbox, now, [...new Set(wakes.map((wake) => wake.account_id))], available],
    );
    // Keep the wakes if there may be more to resume than the limit.
    if (rows.length < MAX_RESUMED && wakes.length > 0) {
      await on.change('delete from watch_wakes where id = any ($1::bigint[])', [wakes.map(({ id }) => id)]);
    }
    return rows.map((row) => ({
      watchId: fromUuid('wch', row.id),
      entityId: fromUuid('ent', row.entity_id),
      jurisdiction: row.jurisdiction,
      recordId: row.record_id,
      reference: row.reference ?? undefined,
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
      this.bodies,
    );
  }

  async endPaused(
    tx: Tx,
    { now, pausedUntil }: { now: Date; pausedUntil: Date },
    sandbox: boolean,
    eventOf: (ended: EndedWatch) => WatchEvent,
  ): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    const rows = await on.rows<
      Pick<WatchRow, 'id' | 'entity_id' | 'reference'> & { pause_reason: EndedWatch['reason'] }
    >(
      `select id, entity_id, pause_reason, reference from watches
        where sandbox = $1 and pause_reason in ('credits', 'budget') and paused_at <= $2 and check_job is null
        order by paused_at limit ${MAX_RESUMED} for update skip locked`,
      [sandbox, pausedUntil],
    );
    if (rows.length === 0) return [];
    const ended = rows.map((row) => ({
      watchId: fromUuid('wch', row.id),
      entityId: fromUuid('ent', row.entity_id),
      reason: row.pause_reason,
      reference: row.reference ?? undefined,
    }));
    const deliveries = await tellEvents(on, ended.map(eventOf), this.bodies);
    await on.change(
      `with gone as (delete from watches where id = any ($1::uuid[]) returning *)
       insert into ended_watches (id, account_id, key_id, grant_id, entity_id, jurisdiction, every, tier, codes, webhook_url, max_credits_per_month,
           pause_reason, created_at, last_checked_at, reference, ended_at)
         select id, account_id, key_id, grant_id, entity_id, jurisdiction, every, tier, codes, webhook_url, max_credits_per_month,
                pause_reason, created_at, last_checked_at, reference, $2 from gone`,
      [rows.map(({ id }) => id), now],
    );
    return deliveries;
  }

  async erase(
    tx: Tx,
    entityId: Id<'ent'>,
    eventOf: (watch: Pick<Watch, 'id' | 'reference'>) => WatchEvent,
  ): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    const id = toUuid(entityId);
    const paused = await on.rows<Pick<WatchRow, 'id' | 'reference'>>(
      `update watches set status = 'paused', pause_reason = 'erased', next_check_at = null,
              seen = case when seen ? 'details' then jsonb_set(seen, '{details}', (seen -> 'details') || '${NO_PERSONS}') else seen end
        where entity_id = $1 and pause_reason is distinct from 'erased' returning id, reference`,
      [id],
    );
    // Reported changes of persons stay reported, without their values. This includes events of
    // deleted watches.
    await on.change(
      `update events e set body = jsonb_set(e.body::jsonb, '{changes}', (
           select jsonb_agg(case when c ->> 'code' in ('ADDRESS_CHANGED', 'AGENT_CHANGED', 'OFFICERS_CHANGED')
                    then c || '{"from": null, "to": null}' else c end order by place)
             from jsonb_array_elements(e.body::jsonb -> 'changes') with ordinality as t (c, place)))::text
        where e.type = 'entity.changed' and (e.entity_id = $1 or (e.entity_id is null and e.body::jsonb ->> 'entity_id' = $2))`,
      [id, entityId],
    );
    return tellEvents(
      on,
      paused.map((row) => eventOf({ id: fromUuid('wch', row.id), reference: row.reference ?? undefined })),
      this.bodies,
    );
  }
}
