import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { Watches, type NewWatch, type WatchChanges, type WatchesWanted } from '../../../core/watches/ports.js';
import type { Watch } from '../../../core/watches/watch.js';
import { toJson, Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import { CONTENT, currentEdition, recordDigests } from './current-edition.js';
import { READABLE_WATCH, toWatch, WATCH, type WatchColumns } from './watch-row.js';
import { Injectable } from '../../../core/injectable.js';

@Injectable()
export class PostgresWatches extends Watches {
  constructor(private readonly db: Database) {
    super();
  }

  async add(tx: Tx, watch: NewWatch, most: number): Promise<'added' | { exists: Id<'wch'> } | 'full'> {
    const on = this.db.in(tx);
    const account = toUuid(watch.accountId);
    // Concurrent requests of one account are counted one after the other.
    await on.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`watches ${watch.accountId}`]);
    const [known] = await on.rows<{ id: string }>('select id from watches where account_id = $1 and entity_id = $2', [
      account,
      toUuid(watch.entityId),
    ]);
    if (known) return { exists: fromUuid('wch', known.id) };
    const added = await on.change(
      `insert into watches (id, account_id, key_id, entity_id, jurisdiction, sandbox, every, tier, codes, webhook_url, max_credits_per_month, next_check_at,
           seen, seen_at, seen_reading, grant_id, detail_readings, reference, edition)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $18, $19,
             case when $12::timestamptz is null then coalesce(${currentEdition('$5', '$6')}, '') end
          where (select count(*) from (select from watches where account_id = $2 limit $16) counted) < $16`,
      [
        toUuid(watch.id),
        account,
        watch.keyId ? toUuid(watch.keyId) : null,
        toUuid(watch.entityId),
        watch.jurisdiction,
        watch.sandbox,
        watch.every,
        watch.tier,
        watch.on ?? null,
        watch.webhookUrl ?? null,
        watch.maxCreditsPerMonth ?? null,
        watch.nextCheckAt ?? null,
        toJson(watch.seen),
        watch.seenAt,
        watch.seenParserVersion,
        most,
        watch.grantId ?? null,
        toJson(watch.detailReadings),
        watch.reference ?? null,
      ],
    );
    if (added === 1 && !watch.nextCheckAt) await noteRecord(on, watch);
    return added === 1 ? 'added' : 'full';
  }

  async find(accountId: Id<'acc'>, id: Id<'wch'>): Promise<Watch | undefined> {
    const row = await this.db.row<WatchColumns>(
      `select ${READABLE_WATCH} from readable_watches where id = $1 and account_id = $2`,
      [toUuid(id), toUuid(accountId)],
    );
    return row && toWatch(row);
  }

  async existing(ids: readonly Id<'wch'>[]): Promise<ReadonlySet<Id<'wch'>>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.rows<{ id: string }>('select id from readable_watches where id = any ($1::uuid[])', [
      [...new Set(ids)].map((id) => toUuid(id)),
    ]);
    return new Set(rows.map(({ id }) => fromUuid('wch', id)));
  }

  async on(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Watch | undefined> {
    const row = await this.db.row<WatchColumns>(
      `select ${WATCH} from watches where account_id = $1 and entity_id = $2`,
      [toUuid(accountId), toUuid(entityId)],
    );
    return row && toWatch(row);
  }

  async list(accountId: Id<'acc'>, { status, jurisdiction, after, limit }: WatchesWanted): Promise<Watch[]> {
    const rows = await this.db.rows<WatchColumns>(
      `select ${READABLE_WATCH} from readable_watches
        where account_id = $1 and ($2::uuid is null or id > $2) and ($3::text is null and status <> 'ended' or status = $3) and ($4::text is null or jurisdiction = $4)
        order by id limit $5`,
      [toUuid(accountId), after ? toUuid(after) : null, status ?? null, jurisdiction ?? null, limit],
    );
    return rows.map(toWatch);
  }

  async change(accountId: Id<'acc'>, id: Id<'wch'>, changes: WatchChanges): Promise<Watch | undefined> {
    const { every, tier, on, webhookUrl, maxCreditsPerMonth, reference, nextCheckAt } = changes;
    const row = await this.db.row<WatchColumns>(
      `update watches set every = coalesce($3, every), tier = coalesce($4, tier), codes = case when $11 then $5 else codes end,
              webhook_url = case when $6 then $7 else webhook_url end,
              max_credits_per_month = case when $8 then $9 else max_credits_per_month end,
              reference = case when $12 then $13 else reference end,
              next_check_at = case when $3 is not null and next_check_at is not null and edition is null then $10 else next_check_at end
        where id = $1 and account_id = $2 returning ${WATCH}`,
      [
        toUuid(id),
        toUuid(accountId),
        every ?? null,
        tier ?? null,
        on ?? null,
        webhookUrl !== undefined,
        webhookUrl ?? null,
        maxCreditsPerMonth !== undefined,
        maxCreditsPerMonth ?? null,
        nextCheckAt ?? null,
        on !== undefined,
        reference !== undefined,
        reference ?? null,
      ],
    );
    return row && toWatch(row);
  }

  async remove(tx: Tx, accountId: Id<'acc'>, id: Id<'wch'>): Promise<{ jobId: Id<'job'> | undefined } | undefined> {
    const on = this.db.in(tx);
    const removed = await on.row<{ check_job: string | null }>(
      'delete from watches where id = $1 and account_id = $2 returning check_job',
      [toUuid(id), toUuid(accountId)],
    );
    if (!removed) return this.removeEnded(on, accountId, id);
    await on.change(
      `update deliveries set status = 'failed', finished_at = now(), claimed_until = null where job_id = $1 and watch_id = $1 and status = 'pending'`,
      [toUuid(id)],
    );
    return { jobId: removed.check_job === null ? undefined : fromUuid('job', removed.check_job) };
  }

  private async removeEnded(on: Statements, accountId: Id<'acc'>, id: Id<'wch'>) {
    const removed = await on.change('delete from ended_watches where id = $1 and account_id = $2', [
      toUuid(id),
      toUuid(accountId),
    ]);
    return removed === 1 ? { jobId: undefined } : undefined;
  }
}

/**
 * Processes notice a new edition within this time. Anything read sooner may come from the previous
 * edition.
 */
const NOTICED = "interval '1 minute'";

/**
 * Records what the current edition of a mirrored register has on a new watch's record, provided
 * that the watch's baseline was read from that edition.
 */
async function noteRecord(on: Statements, { id, entityId, jurisdiction, sandbox, tier }: NewWatch): Promise<void> {
  const edition = await on.row<{ edition: string; layout: string }>(
    `select m.edition, m.layout::text as layout from mirror_editions m join entities e on e.id = $2
      where m.jurisdiction = $1 and m.state = 'current' and ${CONTENT} = ${currentEdition('$1', '$3')}
        and e.retrieved_at > m.imported_at + ${NOTICED} and ($4 = 'quick' or e.details_retrieved_at > m.imported_at + ${NOTICED})`,
    [jurisdiction, toUuid(entityId), sandbox, tier],
  );
  if (!edition) return;
  await on.change(
    `with picked as (select record_id from entities where id = $2), listed as (${recordDigests(edition.edition, '$3::text')})
     update watches w set record_digest = l.digest from listed l where w.id = $1`,
    [toUuid(id), toUuid(entityId), edition.layout],
  );
}
