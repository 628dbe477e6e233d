import { fromUuid, newId, toUuid, type Id } from '../../../core/ids.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson } from './database.js';
import type { Statements } from './statements.js';

/**
 * An event to be written: of a watch or a batch, whose endpoint is theirs, or a test of an
 * endpoint.
 */
export interface NewEvent {
  id: Id<'evt'>;
  type: string;
  /** Written once and stored, because every attempt carries the same bytes. */
  body: string;
  subject:
    { watchId: Id<'wch'>; entityId: Id<'ent'> } | { batchId: Id<'bat'> } | { accountId: Id<'acc'>; testedUrl: string };
}

interface SentRow {
  id: string;
  destination: string;
  account_id: string;
  is_first: boolean;
}

/**
 * Of an erased entity nothing is reported but that its watch pauses. Events are numbered in the
 * feed by when they were written, so those of one statement are a microsecond apart.
 */
const WRITE_EVENTS = `
  with given as materialized (
    select g.*, coalesce(w.account_id, b.account_id, g.account) as account_id, coalesce(w.webhook_url, b.webhook_url, g.tested_url) as url
      from json_to_recordset($1) g (place integer, id uuid, delivery_id uuid, watch_id uuid, entity_id uuid, batch_id uuid, account uuid, tested_url text, type text, body text)
      left join watches w on w.id = g.watch_id left join batches b on b.id = g.batch_id
     where g.watch_id is null or (w.id is not null and (w.pause_reason is distinct from 'erased' or g.type = 'watch.paused'))
  ), noted as (
    insert into events (id, account_id, watch_id, entity_id, batch_id, type, body, created_at)
      select id, account_id, watch_id, entity_id, batch_id, type, body, clock_timestamp() + place * interval '1 microsecond' from given order by place
  ), sent as (
    insert into deliveries (id, event_id, account_id, job_id, watch_id, batch_id, url, again)
      select delivery_id, id, account_id, coalesce(watch_id, batch_id, id), watch_id, batch_id, url, tested_url is not null from given
       where url is not null order by place
    returning id, destination, account_id, job_id, number
  )
  select s.id, s.destination, s.account_id,
      not exists (select from sent earlier where earlier.job_id = s.job_id and earlier.number < s.number) as is_first
    from sent s order by s.number`;

/**
 * Writes events in this order, each with its delivery where there is an endpoint, and returns the
 * deliveries that can be queued now: only the first of a watch or batch, the others wait for it.
 */
export async function writeEvents(on: Statements, events: readonly NewEvent[]): Promise<DueDelivery[]> {
  if (events.length === 0) return [];
  const sent = await on.rows<SentRow>(WRITE_EVENTS, [toJson(events.map(toRow))]);
  return sent
    .filter(({ is_first: isFirst }) => isFirst)
    .map((row) => ({
      id: fromUuid('dlv', row.id),
      claimNumber: 1,
      destination: row.destination,
      accountId: fromUuid('acc', row.account_id),
    }));
}

function toRow({ id, type, body, subject }: NewEvent, place: number) {
  return { place, id: toUuid(id), delivery_id: toUuid(newId('dlv')), type, body, ...toSubject(subject) };
}

function toSubject(subject: NewEvent['subject']) {
  if ('watchId' in subject) return { watch_id: toUuid(subject.watchId), entity_id: toUuid(subject.entityId) };
  if ('batchId' in subject) return { batch_id: toUuid(subject.batchId) };
  return { account: toUuid(subject.accountId), tested_url: subject.testedUrl };
}
