import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import { WatchFacts, type FactsWanted, type ReportedFact } from '../../../core/watches/facts.js';
import { pageOf } from '../../../core/page.js';
import { Database } from '../client/database.js';
import { Injectable } from '../../../core/injectable.js';

interface FactRow {
  id: string;
  type: ReportedFact['type'];
  watch_id: string;
  entity_id: string;
  entity_name: string;
  body: Record<string, unknown>;
  created_at: Date;
}

/** Ids are ordered by time. */
const LIST = `
  select v.id, v.type, v.watch_id, e.id as entity_id, e.record ->> 'name' as entity_name, v.body::json as body, v.created_at
    from events v join entities e on e.id = v.entity_id
   where v.account_id = $1 and v.watch_id is not null
     and ($2::uuid is null or v.watch_id = $2) and ($3::uuid is null or v.entity_id = $3)
     and ($4::text is null or contains_text(e.record ->> 'name', $4))
     and ($5::uuid is null or v.id < $5)
   order by v.id desc limit $6`;

@Injectable()
export class PostgresWatchFacts extends WatchFacts {
  constructor(private readonly db: Database) {
    super();
  }

  async list(accountId: Id<'acc'>, { watchId, entityId, text, before, limit }: FactsWanted) {
    const values = [
      toUuid(accountId),
      watchId ? toUuid(watchId) : null,
      entityId ? toUuid(entityId) : null,
      text ?? null,
      before ? toUuid(before) : null,
      limit + 1,
    ];
    const rows = await this.db.reading((on) => on.rows<FactRow>(LIST, values));
    return pageOf(rows.map(toFact), limit);
  }
}

function toFact(row: FactRow): ReportedFact {
  return {
    id: fromUuid('evt', row.id),
    type: row.type,
    watchId: fromUuid('wch', row.watch_id),
    entityId: fromUuid('ent', row.entity_id),
    entityName: row.entity_name,
    body: row.body,
    createdAt: row.created_at,
  };
}
