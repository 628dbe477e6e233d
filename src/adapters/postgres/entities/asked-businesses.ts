import type { Entity } from '../../../core/entities/entity.js';
import {
  AskedBusinesses,
  type AskedBusiness,
  type BusinessesWanted,
  type NearBusiness,
} from '../../../core/entities/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import { Database } from '../client/database.js';
import { ENTITY, toEntity, type EntityRow } from './entity-row.js';
import { Injectable } from '../../../core/injectable.js';

interface BusinessRow extends EntityRow {
  tier: Tier;
  asked_on: string;
  watch_id: string | null;
}

/** Reads along the primary key of `access`, so every page costs the same. */
const LIST = `
  select ${ENTITY}, a.tier, to_char(a.asked_on, 'YYYY-MM-DD') as asked_on, w.id as watch_id
    from access a join entities e on e.id = a.entity_id
    left join watches w on w.account_id = a.account_id and w.entity_id = a.entity_id
   where a.account_id = $1 and ($2::uuid is null or a.entity_id < $2)
     and ($3::text is null or contains_text(e.record ->> 'name', $3))
     and ($4::text is null or e.jurisdiction = $4)
     and ($5::boolean is null or (w.id is not null) = $5)
   order by a.entity_id desc limit $6`;

/** Of an account's entities, this many are searched. */
const MAX_LOOKED_THROUGH = 5_000;

/** $1 account, $2 patterns, $3 limit. */
const LIKE = `
  select ${ENTITY}
    from (select entity_id from access where account_id = $1 order by entity_id desc limit ${MAX_LOOKED_THROUGH}) a
    join entities e on e.id = a.entity_id
   where folded(e.record ->> 'name') like any ($2) or lower(e.record_id) like any ($2)
   order by e.id desc limit $3`;

const MAX_NEAR = 200;

const NEAR = `
  select ${ENTITY}
    from (select entity_id from access where account_id = $1 order by entity_id desc limit ${MAX_LOOKED_THROUGH}) a
    join entities e on e.id = a.entity_id
   where contains_text(e.record ->> 'name', $2) or e.record_id = any ($3)
      or e.record -> 'relations' @> $4::jsonb
      or e.record -> 'identifiers' @> any (select jsonb_build_array(jsonb_build_object('value', n)) from unnest($3::text[]) n)
   order by e.id desc limit ${MAX_NEAR}`;

@Injectable()
export class PostgresAskedBusinesses extends AskedBusinesses {
  constructor(private readonly db: Database) {
    super();
  }

  async near(accountId: Id<'acc'>, { letters, numbers, naming }: NearBusiness): Promise<Entity[]> {
    const values = [toUuid(accountId), letters, numbers, JSON.stringify([{ number: naming }])];
    const rows = await this.db.reading((on) => on.rows<EntityRow>(NEAR, values));
    return rows.map(toEntity);
  }

  async names(ids: readonly Id<'ent'>[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.rows<{ id: string; name: string }>(
      `select id, record ->> 'name' as name from entities where id = any ($1::uuid[])`,
      [[...new Set(ids)].map((id) => toUuid(id))],
    );
    return new Map(rows.map(({ id, name }) => [fromUuid('ent', id), name]));
  }

  async like(accountId: Id<'acc'>, patterns: readonly string[], limit: number): Promise<Entity[]> {
    const rows = await this.db.reading((on) => on.rows<EntityRow>(LIKE, [toUuid(accountId), patterns, limit]));
    return rows.map(toEntity);
  }

  async list(accountId: Id<'acc'>, { text, jurisdiction, watched, before, limit }: BusinessesWanted) {
    const values = [
      toUuid(accountId),
      before ? toUuid(before) : null,
      text ?? null,
      jurisdiction ?? null,
      watched ?? null,
      limit + 1,
    ];
    const rows = await this.db.reading((on) => on.rows<BusinessRow>(LIST, values));
    const items = rows.slice(0, limit).map(toBusiness);
    return { items, next: rows.length > limit ? items.at(-1)?.entity.id : undefined };
  }
}

function toBusiness(row: BusinessRow): AskedBusiness {
  const { tier, asked_on: askedOn, watch_id: watchId } = row;
  return { entity: toEntity(row), tier, askedOn, watchId: watchId === null ? undefined : fromUuid('wch', watchId) };
}
