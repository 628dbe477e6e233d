import { Client } from 'pg';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../src/core/accounts/keys/api-key.js';
import { fromUuid } from '../src/core/ids.js';
import { questionKey } from '../src/core/matching/parsing/name-key.js';
import type { Stage } from './stage.js';

/** More than any bench spends, and the highest possible balance. */
export const CREDITS = 2_000_000_000;
export const REQUESTS_PER_MINUTE = 1_000_000_000;
const ENTITIES_PER_STATEMENT = 250_000;

export const JURISDICTIONS = ['us-co', 'us-ct', 'us-ny', 'us-or', 'us-pa'] as const;

/**
 * Everything about an entity follows from its number, so that client, service and baseline agree on
 * it.
 */
export const entityName = (n: number) => `Bench Company ${n} LLC`;
export const entityJurisdiction = (n: number) => JURISDICTIONS[n % JURISDICTIONS.length]!;
const uuidOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
/** The account of the first key. */
export const firstAccount = uuidOf(1);
export const entityId = (n: number) => fromUuid('ent', uuidOf(n));

const UUID = `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const JURISDICTION = `(array['${JURISDICTIONS.join("','")}'])[1 + n % ${JURISDICTIONS.length}]`;
const NAME = `'Bench Company ' || n || ' LLC'`;
const NAME_KEY = `'BENCH COMPANY ' || n || '|LLC'`;

export async function connect(url: string): Promise<Client> {
  const session = new Client({ connectionString: url });
  await session.connect();
  return session;
}

/**
 * Returns a migrated database with an account for each key, and with the first `entities` known
 * entities.
 */
export async function seededDatabase(stage: Stage, apiKeys: readonly string[], entities: number): Promise<string> {
  const url = await stage.migratedDatabase();
  const session = await connect(url);
  try {
    await seedAccounts(session, apiKeys);
    if (entities > 0) await seedEntities(session, 1, entities);
    // A new installation id: copies of a database would otherwise share their keys in Redis.
    const { rows } = await session.query<{ id: string }>('update installation set id = default returning id');
    stage.forgetInRedis(`standing:${rows[0]?.id}`);
  } finally {
    await session.end();
  }
  return url;
}

export function makeApiKeys(accounts: number): string[] {
  return Array.from({ length: accounts }, generateApiKey);
}

/** Seeds accounts with credits and one key each, whose rate limit is never reached. */
async function seedAccounts(session: Client, apiKeys: readonly string[]): Promise<void> {
  await session.query(
    `insert into accounts (id, email, email_verified)
     select ${UUID}, 'bench-' || n || '@example.com', true from generate_series(1, $1::int) n`,
    [apiKeys.length],
  );
  await session.query(
    `insert into ledger_entries (account_id, type, amount, description)
     select ${UUID}, 'grant', $2, 'Credits for measuring' from generate_series(1, $1::int) n`,
    [apiKeys.length, CREDITS],
  );
  await session.query(
    `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at)
     select gen_random_uuid(), ${UUID}, 'bench', prefix, decode(digest, 'hex'), $3, now()
       from unnest($1::text[], $2::text[]) with ordinality k (prefix, digest, n)`,
    [apiKeys.map(apiKeyPrefix), apiKeys.map(apiKeyDigest), REQUESTS_PER_MINUTE],
  );
}

/**
 * Seeds entities as a verification leaves them: the record, fresh for a day, and the answer for the
 * name.
 */
export async function seedEntities(session: Client, first: number, last: number): Promise<void> {
  for (const n of [first, last]) {
    if (questionKey(entityName(n), entityJurisdiction(n)) !== `BENCH COMPANY ${n}|LLC`) {
      throw new Error('the keys of names are made otherwise now: renew NAME_KEY');
    }
  }
  for (let from = first; from <= last; from += ENTITIES_PER_STATEMENT) {
    const range = [from, Math.min(last, from + ENTITIES_PER_STATEMENT - 1)];
    await session.query(
      `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at, snapshots)
       select ${UUID}, ${JURISDICTION}, 'B' || n,
              jsonb_build_object('id', 'B' || n, 'name', ${NAME}, 'aliases', '[]'::jsonb, 'status', 'active',
                'statusDetail', 'Good Standing', 'goodStanding', true, 'entityType', 'Limited Liability Company',
                'formationDate', (date '1990-01-01' + (n % 12000)::int)::text, 'domestic', true, 'url', null),
              'https://register.example/company/B' || n, true, now(), 1
         from generate_series($1::int, $2::int) n`,
      range,
    );
    await session.query(
      `insert into answers (jurisdiction, sandbox, name_key, entity_id, match, answered_at)
       select ${JURISDICTION}, true, ${NAME_KEY}, ${UUID},
              jsonb_build_object('method', 'exact', 'matchedName', ${NAME}, 'confidence', 100, 'review', false,
                'alternatives', '[]'::jsonb), now()
         from generate_series($1::int, $2::int) n`,
      range,
    );
  }
  await session.query('vacuum analyze entities, answers');
}

/** Seeds entities that the first account has asked for before. */
export async function seedAskers(session: Client, entities: readonly number[]): Promise<void> {
  await session.query(
    `insert into access (account_id, entity_id, tier)
     select '${firstAccount}'::uuid, a.entity_id, 'quick'
       from unnest($1::int[]) n join answers a on a.entity_id = ${UUID}
     on conflict do nothing`,
    [entities],
  );
  await session.query('vacuum analyze access');
}

export const namesakeName = (n: number) => `Bench Harbour ${n} LLC`;

/** Seeds names with a company in each jurisdiction that have been searched for in each. */
export async function seedNamesakes(session: Client, names: number): Promise<void> {
  const first = 1_000_000_000;
  await session.query(
    `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at, snapshots)
     select ${UUID}, ${JURISDICTION}, 'H' || n,
            jsonb_build_object('id', 'H' || n, 'name', 'Bench Harbour ' || name || ' LLC', 'aliases', '[]'::jsonb,
              'status', 'active', 'statusDetail', 'Good Standing', 'goodStanding', true,
              'entityType', 'Limited Liability Company', 'formationDate', '2001-02-03', 'domestic', true, 'url', null),
            'https://register.example/company/H' || n, true, now(), 1
       from generate_series(1, $1::int) name, generate_series(0, ${JURISDICTIONS.length - 1}) at,
            lateral (select ${first} + name * ${JURISDICTIONS.length} + at as n) numbered`,
    [names],
  );
  await session.query(
    `insert into rankings (jurisdiction, sandbox, name_key, entity_ids, ranked_at)
     select jurisdiction, true, 'BENCH HARBOUR ' || substring(record ->> 'name' from '[0-9]+') || '|LLC', array[id], now()
       from entities where record_id like 'H%'`,
  );
  await session.query('vacuum analyze entities, rankings');
}
