import { randomUUID } from 'node:crypto';
import type { Holder } from '../../../core/accounts/caller-limits.js';
import { fromUuid, newId, toUuid, type Id } from '../../../core/ids.js';
import { pageOf } from '../../../core/page.js';
import {
  Deliveries,
  type Attempt,
  type ClaimedDelivery,
  type DeliveriesWanted,
  type Delivery,
  type DueDelivery,
} from '../../../core/webhooks/ports.js';
import { MAX_COUNTED } from '../../../core/limits.js';
import { toJson, Database } from '../client/database.js';
import { extendClaim, Lease, LEASE_END } from '../client/lease.js';
import { ReadLoader } from '../client/read-loader.js';
import {
  DELIVERY,
  toClaimed,
  toDelivery,
  toDue,
  type ClaimedRow,
  type DeliveryColumns,
  type DueRow,
} from './delivery-row.js';
import { Injectable } from '../../../core/injectable.js';

/** Work that became due more recently is still expected in the queue. */
const DUE_GRACE_SECONDS = 1;
/**
 * Per destination in one sweep. This is more than the destination has slots, so a slot holder knows
 * of the rest and continues with it.
 */
const DUE_PER_DESTINATION = 32;

interface EndRow {
  id: string;
  claim: string;
  status: 'delivered' | 'failed';
  attempt: Attempt;
}

const UNCLAIMED = `status = 'pending' and (claimed_until is null or claimed_until < now())`;
/**
 * Events of a job, watch or batch arrive in order: none is sent while an earlier one is pending.
 * `job_id` holds the id of any of the three.
 */
const FIRST_OF_ITS_JOB = `not exists (
  select from deliveries earlier where earlier.job_id = d.job_id and earlier.number < d.number and earlier.status = 'pending')`;
const CLAIM_WANTED = `, claimed as (
    update deliveries set claim = wanted.claim, claimed_until = ${LEASE_END}, claims = claims + 1
      from wanted where deliveries.id = wanted.id returning deliveries.*
  )
  select c.id, c.claim, c.account_id, c.event_id, c.url, e.body, c.claims as turn, jsonb_array_length(c.attempts) + 1 as attempt, j.traceparent
    from claimed c join events e on e.id = c.event_id left join jobs j on j.id = c.job_id`;
/** Concurrent requests for a redelivery or test are counted one after the other. */
export const ONE_AFTER_THE_OTHER = `select pg_advisory_xact_lock(hashtextextended('redeliver ' || $1, 0))`;
const EVERY_DELIVERY = 'deliveries where account_id = $1 and $2::text is null and $3::text is null';
/** A filter that matches little must not read a backlog of millions to its end. */
const NARROWED = `(select * from deliveries where account_id = $1 order by number desc limit ${MAX_COUNTED}) latest
  where ($2::text is null or status = $2) and ($3::text is null or contains_text(url, $3))`;

@Injectable()
export class PostgresDeliveries extends Deliveries {
  private readonly claims: ReadLoader<{ id: Id<'dlv'>; claim: string }, ClaimedRow>;
  private readonly nextClaims: ReadLoader<{ destination: string; claim: string }, ClaimedRow>;
  private readonly ends: ReadLoader<EndRow, DueRow>;

  constructor(private readonly db: Database) {
    super();
    this.claims = new ReadLoader((asked) => this.claimTogether(asked));
    this.nextClaims = new ReadLoader((asked) => this.claimNextTogether(asked));
    this.ends = new ReadLoader((ends) => this.endTogether(ends));
  }

  async claim(id: Id<'dlv'>): Promise<ClaimedDelivery | undefined> {
    const claim = randomUUID();
    return toClaimed(await this.claims.load({ id, claim }), claim);
  }

  async claimNext(destination: string): Promise<ClaimedDelivery | undefined> {
    const claim = randomUUID();
    return toClaimed(await this.nextClaims.load({ destination, claim }), claim);
  }

  holding<T>({ id, claim }: ClaimedDelivery, work: () => Promise<T>): Promise<T> {
    return Lease.during(() => extendClaim(this.db, 'deliveries', [toUuid(id)], claim), work);
  }

  async finish(claimed: ClaimedDelivery, status: 'delivered' | 'failed', attempt: Attempt) {
    const next = await this.ends.load({ id: toUuid(claimed.id), claim: claimed.claim, status, attempt });
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
    // Skips from destination to destination along the index, so that a backlog of millions costs no
    // more than a short one.
    const rows = await this.db.rows<DueRow>(
      `with recursive hop as (
         (select destination from deliveries where status = 'pending' order by destination limit 1)
         union all
         select (select destination from deliveries where status = 'pending' and destination > hop.destination
                  order by destination limit 1)
           from hop where hop.destination is not null
       )
       select due.id, due.turn, hop.destination, due.account_id from hop cross join lateral (
         select id, account_id, claims + 1 as turn, due_at, row_number() over (order by due_at rows unbounded preceding) as place from deliveries d
          where destination = hop.destination and ${UNCLAIMED} and due_at < now() - make_interval(secs => $1)
            and ${FIRST_OF_ITS_JOB}
          order by due_at limit ${DUE_PER_DESTINATION}
       ) due order by due.place, due.due_at limit $2`,
      [DUE_GRACE_SECONDS, limit],
    );
    return rows.map(toDue);
  }

  list(accountId: Id<'acc'>, { status, text, before, limit, offset }: DeliveriesWanted) {
    const isNarrowed = status !== undefined || text !== undefined;
    const wanted = isNarrowed ? NARROWED : EVERY_DELIVERY;
    const values = [toUuid(accountId), status ?? null, text ?? null];
    return this.db.reading(async (from) => {
      const counted = await from.row<{ total: number }>(
        `select count(*)::int as total from (select from ${wanted} limit ${MAX_COUNTED}) counted`,
        values,
      );
      const rows = await from.rows<DeliveryColumns>(
        `select ${DELIVERY} where d.number in (
           select number from ${wanted} and ($4::uuid is null or number < (select number from deliveries where id = $4 and account_id = $1))
            order by number desc limit $5 offset $6) and d.account_id = $1
          order by d.number desc`,
        [...values, before ? toUuid(before) : null, limit + 1, offset],
      );
      return { ...pageOf(rows.map(toDelivery), limit), total: counted?.total ?? 0 };
    });
  }

  async find(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<(Delivery & { body: string }) | undefined> {
    const row = await this.db.row<DeliveryColumns & { body: string }>(
      `select e.body, ${DELIVERY} where d.id = $1 and d.account_id = $2`,
      [toUuid(id), toUuid(accountId)],
    );
    return row && { ...toDelivery(row), body: row.body };
  }

  async holderOf(accountId: Id<'acc'>, id: Id<'dlv'>): Promise<Holder | undefined> {
    const row = await this.db.row<{ key_id: string | null; grant_id: string | null }>(
      `select coalesce(w.key_id, b.key_id, l.key_id) as key_id, coalesce(w.grant_id, b.grant_id, l.grant_id) as grant_id
         from deliveries d left join watches w on w.id = d.watch_id left join batches b on b.id = d.batch_id
           left join lateral (select key_id, grant_id from ledger_entries e where e.job_id = d.job_id and e.type = 'charge' limit 1) l on true
        where d.id = $1 and d.account_id = $2`,
      [toUuid(id), toUuid(accountId)],
    );
    return (
      row && {
        keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
        grantId: row.grant_id ?? undefined,
      }
    );
  }

  async redeliver(accountId: Id<'acc'>, id: Id<'dlv'>, most: number): Promise<DueDelivery | 'full' | undefined> {
    return this.db.interactive(async (tx) => {
      await tx.rows(ONE_AFTER_THE_OTHER, [accountId]);
      const [made] = await tx.rows<DueRow & { is_full: boolean }>(
        `with open as (select count(*) >= $4::int as is_full from deliveries where account_id = $2 and status = 'pending' and again),
              made as (
           insert into deliveries (id, event_id, account_id, job_id, watch_id, batch_id, url, again)
           select $3, event_id, account_id, job_id, watch_id, batch_id, url, true from deliveries, open where id = $1 and account_id = $2 and not is_full
           returning id, destination, account_id)
         select made.*, 1 as turn, is_full from deliveries asked cross join open left join made on true
          where asked.id = $1 and asked.account_id = $2`,
        [toUuid(id), toUuid(accountId), toUuid(newId('dlv')), most],
      );
      if (!made) return undefined;
      return made.is_full ? 'full' : toDue(made);
    }, accountId);
  }

  /** A delivery that another worker is claiming right now counts as claimed. */
  private async claimTogether(
    asked: readonly { id: Id<'dlv'>; claim: string }[],
  ): Promise<ReadonlyMap<number, ClaimedRow>> {
    const claims = asked.map(({ claim }) => claim);
    const rows = await this.db.rows<ClaimedRow>(
      `with wanted as materialized (
         select d.id, w.claim from unnest($1::uuid[], $2::uuid[]) w (id, claim) join deliveries d on d.id = w.id
          where ${UNCLAIMED} and due_at <= now() + interval '50 ms' and ${FIRST_OF_ITS_JOB} for update of d skip locked
       ) ${CLAIM_WANTED}`,
      [asked.map(({ id }) => toUuid(id)), claims],
    );
    return byClaim(rows, claims);
  }

  private async claimNextTogether(
    asked: readonly { destination: string; claim: string }[],
  ): Promise<ReadonlyMap<number, ClaimedRow>> {
    const claims = asked.map(({ claim }) => claim);
    const rows = await this.db.rows<ClaimedRow>(
      `with asked as materialized (
         select destination, claim, row_number() over (partition by destination) as nth from unnest($1::text[], $2::uuid[]) a (destination, claim)
       ), due as materialized (
         select d.id, a.destination, row_number() over (partition by a.destination order by d.due_at) as nth
           from (select destination, count(*) as many from asked group by destination) a cross join lateral (
             select id, due_at from deliveries d where destination = a.destination and ${UNCLAIMED} and due_at <= now() and ${FIRST_OF_ITS_JOB}
              order by due_at limit a.many for update skip locked) d
       ), wanted as (
         select due.id, asked.claim from due join asked using (destination, nth)
       ) ${CLAIM_WANTED}`,
      [asked.map(({ destination }) => destination), claims],
    );
    return byClaim(rows, claims);
  }

  private async endTogether(ends: readonly EndRow[]): Promise<ReadonlyMap<number, DueRow>> {
    const rows = await this.db.rows<DueRow & { place: number }>(
      `with ended as (
         update deliveries d set status = e.status, attempts = d.attempts || e.attempt, finished_at = now(), claimed_until = null
           from json_to_recordset($1) e (place integer, id uuid, claim uuid, status text, attempt jsonb)
          where d.id = e.id and d.claim = e.claim and d.status = 'pending' returning e.place, d.job_id, d.number
       )
       select ended.place, next.id, next.claims + 1 as turn, next.destination, next.account_id from ended cross join lateral (
         select * from deliveries d where d.job_id = ended.job_id and d.number > ended.number and d.status = 'pending'
          order by d.number limit 1) next`,
      [toJson(ends.map((end, place) => ({ place, ...end })))],
    );
    return new Map(rows.map((row) => [row.place, row]));
  }
}

function byClaim(rows: readonly ClaimedRow[], claims: readonly string[]): ReadonlyMap<number, ClaimedRow> {
  const places = new Map(claims.map((claim, place) => [claim, place]));
  return new Map(rows.map((row) => [places.get(row.claim) ?? -1, row]));
}
