import { randomUUID } from 'node:crypto';
import { fromUuid, newId, toUuid, type Id } from '../../core/ids.js';
import type { Page, Paged } from '../../core/page.js';
import type { VerificationEvent } from '../../core/webhooks/event.js';
import {
  Deliveries,
  type Attempt,
  type ClaimedDelivery,
  type Delivery,
  type DeliveryStatus,
  type DeliveryTarget,
  type DueDelivery,
} from '../../core/webhooks/ports.js';
import { toJson, type Database } from './database.js';

/** Longer than any attempt may take: a holder that has not been heard of for this long is dead. */
const CLAIM_SECONDS = 15;
/** What became due less long ago is still expected to be in the queue. */
const DUE_GRACE_SECONDS = 1;
/** Of one destination in one sweep. More than it has places: then whoever got a place knows of the rest, and goes on with it. */
const DUE_PER_DESTINATION = 32;

interface ClaimedRow {
  id: string;
  account_id: string;
  event_id: string;
  url: string;
  body: string;
  attempt: number;
  turn: number;
  traceparent: string | null;
}

interface DeliveryRow {
  id: string;
  job_id: string;
  type: VerificationEvent['event'];
  body: string;
  url: string;
  status: DeliveryStatus;
  attempts: (Omit<Attempt, 'at'> & { at: string })[];
  created_at: Date;
  due_at: Date;
}

const UNCLAIMED = `status = 'pending' and (claimed_until is null or claimed_until < now())`;
/** Events of a job arrive in their order: none is sent while an earlier one may still be. */
const FIRST_OF_ITS_JOB = `not exists (
  select from deliveries earlier where earlier.job_id = d.job_id and earlier.number < d.number and earlier.status = 'pending')`;
const CLAIM = `update deliveries set claim = $2, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), claims = claims + 1`;
const CLAIMED = `select c.id, c.account_id, c.event_id, c.url, e.body, c.claims as turn, jsonb_array_length(c.attempts) + 1 as attempt,
  j.traceparent from claimed c join events e on e.id = c.event_id left join jobs j on j.id = c.job_id`;
const DELIVERY =
  'd.id, d.job_id, e.type, d.url, d.status, d.attempts, d.created_at, d.due_at from deliveries d join events e on e.id = d.event_id';

export class PostgresDeliveries extends Deliveries {
  constructor(private readonly db: Database) {
    super();
  }

  async target(id: Id<'dlv'>): Promise<DeliveryTarget | undefined> {
    const row = await this.db.row<{ destination: string; account_id: string }>(
      `select destination, account_id from deliveries where id = $1 and status = 'pending'`,
      [toUuid(id)],
    );
    return row && { destination: row.destination, accountId: fromUuid('acc', row.account_id) };
  }

  async claim(id: Id<'dlv'>): Promise<ClaimedDelivery | undefined> {
    return this.claimWith(
      `with claimed as (
         ${CLAIM} from (select id as wanted from deliveries d where id = $1 and ${FIRST_OF_ITS_JOB}) w
          where id = wanted and ${UNCLAIMED} and due_at <= now() + interval '50 ms' returning deliveries.*
       ) ${CLAIMED}`,
      toUuid(id),
    );
  }

  async claimNext(destination: string): Promise<ClaimedDelivery | undefined> {
    return this.claimWith(
      `with claimed as (
         ${CLAIM} where id = (
           select id from deliveries d where destination = $1 and ${UNCLAIMED} and due_at <= now() and ${FIRST_OF_ITS_JOB}
            order by due_at limit 1 for update skip locked
         ) returning *
       ) ${CLAIMED}`,
      destination,
    );
  }

  async finish(claimed: ClaimedDelivery, status: 'delivered' | 'failed', attempt: Attempt) {
    const next = await this.db.row<{ id: string; turn: number }>(
      `with ended as (
         update deliveries set status = $3, attempts = attempts || $4::jsonb, finished_at = now(), claimed_until = null
          where id = $1 and claim = $2 and status = 'pending' returning job_id, number
       )
       select d.id, d.claims + 1 as turn from deliveries d join ended on d.job_id = ended.job_id and d.number > ended.number
        where d.status = 'pending' order by d.number limit 1`,
      [toUuid(claimed.id), claimed.claim, status, toJson(attempt)],
    );
    return next && toDue(next);
  }

  async retryLater(claimed: ClaimedDelivery, attempt: Attempt, pauseMs: number): Promise<boolean> {
    const changed = await this.db.change(
      `update deliveries set attempts = attempts || $3::jsonb, due_at = now() + make_interval(secs => $4),
              claim = null, claimed_until = null
        where id = $1 and claim = $2 and status = 'pending'`,
      [toUuid(claimed.id), claimed.claim, toJson(attempt), pauseMs / 1000],
    );
    return changed === 1;
  }

  async due(limit: number): Promise<DueDelivery[]> {
    // Hops from destination to destination along the index, so that a backlog of millions costs no more than a short one.
    const rows = await this.db.rows<{ id: string; turn: number }>(
      `with recursive hop as (
         (select destination from deliveries where status = 'pending' order by destination limit 1)
         union all
         select (select destination from deliveries where status = 'pending' and destination > hop.destination
                  order by destination limit 1)
           from hop where hop.destination is not null
       )
       select due.id, due.turn from hop cross join lateral (
         select id, claims + 1 as turn, due_at, row_number() over (order by due_at rows unbounded preceding) as place from deliveries d
          where destination = hop.destination and ${UNCLAIMED} and due_at < now() - make_interval(secs => $1)
            and ${FIRST_OF_ITS_JOB}
          order by due_at limit ${DUE_PER_DESTINATION}
       ) due order by due.place, due.due_at limit $2`,
      [DUE_GRACE_SECONDS, limit],
    );
    return rows.map(toDue);
  }

  async giveUpAfter(ageMs: number): Promise<number> {
    return this.db.change(
      `update deliveries set status = 'failed', finished_at = now(), claimed_until = null where ${UNCLAIMED} and created_at < now() - make_interval(secs => $1)`,
      [ageMs / 1000],
    );
  }

  async list(accountId: Id<'acc'>, { limit, offset }: Page): Promise<Paged<Delivery>> {
    const counted = await this.db.row<{ total: number }>(
      'select count(*)::int as total from deliveries where account_id = $1',
      [toUuid(accountId)],
    );
    const rows = await this.db.rows<DeliveryRow>(
      `select ${DELIVERY} where d.account_id = $1 order by d.number desc limit $2 offset $3`,
      [toUuid(accountId), limit, offset],
    );
    return { items: rows.map(toDelivery), total: counted?.total ?? 0 };
  }

  async find(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<(Delivery & { body: string }) | undefined> {
    const row = await this.db.row<DeliveryRow>(`select e.body, ${DELIVERY} where d.id = $1 and d.account_id = $2`, [
      toUuid(id),
      toUuid(accountId),
    ]);
    return row && { ...toDelivery(row), body: row.body };
  }

  async redeliver(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<Id<'dlv'> | undefined> {
    const again = newId('dlv');
    const made = await this.db.change(
      `insert into deliveries (id, event_id, account_id, job_id, url)
       select $3, event_id, account_id, job_id, url from deliveries where id = $1 and account_id = $2`,
      [toUuid(id), toUuid(accountId), toUuid(again)],
    );
    return made === 1 ? again : undefined;
  }

  private async claimWith(sql: string, what: string): Promise<ClaimedDelivery | undefined> {
    const claim = randomUUID();
    const row = await this.db.row<ClaimedRow>(sql, [what, claim]);
    if (!row) return undefined;
    return {
      id: fromUuid('dlv', row.id),
      claim,
      accountId: fromUuid('acc', row.account_id),
      eventId: fromUuid('evt', row.event_id),
      url: row.url,
      body: row.body,
      attempt: row.attempt,
      turn: row.turn,
      traceparent: row.traceparent ?? undefined,
    };
  }
}

function toDue({ id, turn }: { id: string; turn: number }): DueDelivery {
  return { id: fromUuid('dlv', id), turn };
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: fromUuid('dlv', row.id),
    jobId: fromUuid('job', row.job_id),
    event: row.type,
    url: row.url,
    status: row.status,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
    createdAt: row.created_at,
    nextAttemptAt: row.status === 'pending' ? row.due_at : undefined,
  };
}
