import { fromUuid, newId, toUuid, type Id } from '../../../core/ids.js';
import type { WatchEvent } from '../../../core/watches/event.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson } from '../client/database.js';
import type { Statements } from '../client/statements.js';

/**
 * Writes the body of a delivery. It is written once and stored, because every attempt carries the
 * same bytes.
 */
export type WatchBodyOf = (event: WatchEvent, eventId: Id<'evt'>) => object;

interface MadeRow {
  id: string;
  destination: string;
  account_id: string;
  is_first: boolean;
}

/**
 * Writes the events in this order, each with its delivery where the watch has an endpoint. They are
 * numbered in the feed by when they were written, so those of one statement are a microsecond
 * apart. Of an erased entity nothing is told any more but that the watch pauses. Only the first of
 * a watch can be delivered now: the others wait for it.
 */
export async function tellEvents(
  on: Statements,
  events: readonly WatchEvent[],
  bodyOf: WatchBodyOf,
): Promise<DueDelivery[]> {
  if (events.length === 0) return [];
  const rows = events.map((event, place) => {
    const id = newId('evt');
    return {
      place,
      id: toUuid(id),
      delivery_id: toUuid(newId('dlv')),
      watch_id: toUuid(event.watchId),
      entity_id: toUuid(event.entityId),
      type: event.fact.event,
      body: toJson(bodyOf(event, id)),
    };
  });
  const made = await on.rows<MadeRow>(
    `with told as materialized (
       select t.*, w.account_id, w.webhook_url
         from json_to_recordset($1) t (place integer, id uuid, delivery_id uuid, watch_id uuid, entity_id uuid, type text, body text) join watches w on w.id = t.watch_id
         where w.pause_reason is distinct from 'erased' or t.type = 'watch.paused'
     ), noted as (
       insert into events (id, account_id, watch_id, entity_id, type, body, created_at)
         select id, account_id, watch_id, entity_id, type, body, clock_timestamp() + place * interval '1 microsecond' from told order by place
     ), sent as (
       insert into deliveries (id, event_id, account_id, job_id, watch_id, url)
         select delivery_id, id, account_id, watch_id, watch_id, webhook_url from told where webhook_url is not null order by place
       returning id, destination, account_id, job_id, number
     )
     select s.id, s.destination, s.account_id,
         not exists (select from sent earlier where earlier.job_id = s.job_id and earlier.number < s.number) as is_first
       from sent s order by s.number`,
    [toJson(rows)],
  );
  return made
    .filter(({ is_first: isFirst }) => isFirst)
    .map((row) => ({
      id: fromUuid('dlv', row.id),
      claimNumber: 1,
      destination: row.destination,
      accountId: fromUuid('acc', row.account_id),
    }));
}
