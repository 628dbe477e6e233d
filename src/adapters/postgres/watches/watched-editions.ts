import { fromUuid } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { WatchedEditions, type UnchangedCheck } from '../../../core/watches/ports.js';
import { Database } from '../client/database.js';
import type { WatchRow } from '../schema/watch.tables.js';
import type { Statements } from '../client/statements.js';
import { CONTENT, recordDigests } from './current-edition.js';
import { countedIn, OPEN_ACCOUNT, PRICE, spentIn, withinBudget } from './watch-row.js';
import { Injectable } from '../../../core/injectable.js';

/** Idle watches not yet compared with this edition. Range scans in index order skip the rest. */
function behind(edition: { jurisdiction: string; content: string; side: '<' | '>' }): string {
  return `from watches w
    where w.jurisdiction = ${edition.jurisdiction} and w.edition ${edition.side} ${edition.content} and w.edition is not null and w.status = 'active' and w.check_job is null
      and w.sandbox = $1 and (w.claimed_until is null or w.claimed_until < now()) and ${OPEN_ACCOUNT}
    order by w.edition`;
}

interface NewEdition {
  jurisdiction: string;
  edition: string;
  content: string;
  layout: string;
}

interface UnchangedRow extends Pick<
  WatchRow,
  'id' | 'account_id' | 'key_id' | 'grant_id' | 'entity_id' | 'tier' | 'reference'
> {
  entity_name: string;
}

@Injectable()
export class PostgresWatchedEditions extends WatchedEditions {
  constructor(private readonly db: Database) {
    super();
  }

  async compare(
    tx: Tx,
    { sandbox, at, parserVersions, readAll, most }: Parameters<WatchedEditions['compare']>[1],
  ): Promise<UnchangedCheck[] | undefined> {
    const on = this.db.in(tx);
    // Reads few of many rows, each by an index. By default Postgres would read all watches.
    await on.rows(`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
    const edition = await newEdition(on, sandbox);
    if (!edition) return undefined;
    const { jurisdiction } = edition;
    const parserVersion = readAll ? undefined : parserVersions.get(jurisdiction);
    const current = { jurisdiction: '$2', content: '$3' };
    const rows = await on.rows<UnchangedRow>(
      `with earlier as materialized (
         select w.* ${behind({ ...current, side: '<' })} limit $6 for update of w skip locked
       ), later as materialized (
         select w.* ${behind({ ...current, side: '>' })} limit $6 - (select count(*) from earlier) for update of w skip locked
       ), picked as materialized (
         select w.id, w.account_id, w.key_id, w.grant_id, w.entity_id, w.tier, w.reference, w.record_digest, e.record_id, e.record ->> 'name' as entity_name, ${PRICE} as price,
             w.seen_reading = $4 and w.unanswered = 0 and w.absent_since is null and (w.seen ->> 'listed')::boolean and ${withinBudget('$5::timestamptz')}
               and not exists (
                 select from api_keys k where k.id = w.key_id and (k.jurisdictions is not null or k.tiers is not null))
               and not exists (
                 select from budgets b where b.account_id = w.account_id and (b.key_id = w.key_id or b.grant_id = w.grant_id)) as is_plain
           from (select * from earlier union all select * from later) w join entities e on e.id = w.entity_id
       ), listed as materialized (${recordDigests(edition.edition, '$7::text')}
       ), alike as (
         select p.*, l.digest, coalesce(p.is_plain and l.digest = p.record_digest, false) as is_alike
           from picked p left join listed l on l.record_id = p.record_id
       ), judged as materialized (
         select s.*, s.is_alike and sum(s.price) filter (where s.is_alike) over (partition by s.account_id) <= a.credit_balance as is_unchanged
           from alike s join accounts a on a.id = s.account_id
       ), noted as (
         update watches w set edition = $3, record_digest = j.digest,
                next_check_at = case when not j.is_unchanged then $5::timestamptz end,
                seen_at = case when j.is_unchanged then $5 else w.seen_at end,
                last_checked_at = case when j.is_unchanged then $5 else w.last_checked_at end,
                spent = case when j.is_unchanged then ${spentIn('$5::timestamptz')} + j.price else w.spent end,
                spent_month = case when j.is_unchanged then ${countedIn('$5::timestamptz')} else w.spent_month end
           from judged j where w.id = j.id
       )
       select id, account_id, key_id, grant_id, entity_id, entity_name, tier, reference from judged where is_unchanged`,
      [sandbox, jurisdiction, edition.content, parserVersion ?? null, at, most, edition.layout],
    );
    return rows.map((row) => toUnchanged(row, jurisdiction));
  }
}

const OF_EACH = { jurisdiction: 'c.jurisdiction', content: 'c.content' };

async function newEdition(on: Statements, sandbox: boolean): Promise<NewEdition | undefined> {
  return on.row<NewEdition>(
    `select c.jurisdiction, c.edition, c.content, c.layout from (
         select distinct on (m.jurisdiction) m.jurisdiction, m.edition, ${CONTENT} as content, m.layout::text as layout
           from mirror_editions m where m.state = 'current' and (m.realm = 'live' or $1) order by m.jurisdiction, m.realm) c
       where (select w.id ${behind({ ...OF_EACH, side: '<' })} limit 1) is not null or (select w.id ${behind({ ...OF_EACH, side: '>' })} limit 1) is not null
       limit 1`,
    [sandbox],
  );
}

function toUnchanged(row: UnchangedRow, jurisdiction: string): UnchangedCheck {
  return {
    watchId: fromUuid('wch', row.id),
    accountId: fromUuid('acc', row.account_id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    entityId: fromUuid('ent', row.entity_id),
    entityName: row.entity_name,
    jurisdiction,
    tier: row.tier,
    reference: row.reference ?? undefined,
  };
}
