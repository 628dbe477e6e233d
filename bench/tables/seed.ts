import type { Client } from 'pg';

const DAYS_OF_JOBS = 100;
/** Minimum number of rows in a table. */
const LEAST = 6_000;
/** A few accounts have nearly everything. */
const LARGE_ACCOUNTS = 5;
const uuid = (kind: string, n = 'n') => `('019000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** Ids that sort by the time `at`. */
const timed = (at: string) =>
  `(substr(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0'), 1, 8) || '-' ||
    substr(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0'), 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const spread = (days: number, many: number) => `(now() - interval '${days} days' * (1 - n::float8 / ${many}))`;
const large = uuid('01', `1 + n % ${LARGE_ACCOUNTS}`);

export const account = (n: number) => `01900001-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
export const entity = (n: number) => `01900002-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
/** The id as results contain it. */
export const ERASED_ENTITY = entity(1);

export interface SeededRows {
  jobs: number;
  /** Of answers, over five years: every second one in its charge, as plain known answers have it. */
  records: number;
}

/**
 * Seeds an installation with a long history: `jobs` ended jobs, each with its event and delivery,
 * ten times as many ledger entries, half as many snapshots, and the rest in proportion. Uses SQL
 * without triggers, because only the shape of the data matters.
 */
export async function seedTables(
  session: Client,
  { jobs, records }: SeededRows,
  erasedEntityId: string,
): Promise<void> {
  // Reading a small table as a whole is the right plan, and proves nothing.
  const share = (of: number) => Math.max(LEAST, Math.floor(jobs / of));
  const rows = (many: number, first = 1) => `generate_series(${first}, ${many}) n`;
  const run = (sql: string) => session.query(sql);
  await run('set session_replication_role = replica');
  await run('set synchronous_commit = off');

  const accounts = share(50);
  const entries = Math.floor((jobs * 10) / LARGE_ACCOUNTS);
  await run(
    `insert into accounts (id, email, email_verified, credit_balance, last_entry)
     select ${uuid('01')}, 'bench-' || n || '@example.com', true, ${entries % 2}, case when n <= ${LARGE_ACCOUNTS} then ${entries} else 0 end
       from ${rows(accounts)}`,
  );
  await run(`update accounts set credit_balance = 0 where last_entry = 0`);
  for (let at = 1; at <= LARGE_ACCOUNTS; at++)
    await run(
      `insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, created_at)
       select ${uuid(`a${at}`)}, '${account(at)}', n, case when n % 2 = 1 then 'grant' else 'charge' end, case when n % 2 = 1 then 1 else -1 end, n % 2,
              'Bench', case when n % 2 = 0 then 'verify_quick' end, ${spread(365, entries)}
         from ${rows(entries)}`,
    );

  await run(
    `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, attempts, account_id, due_at, created_at, finished_at)
     select ${uuid('03')}, 'us-co', 'Ended ' || n, 'ENDED' || n, 'quick', 1, ${large}, at, at, at from ${rows(jobs)}
      cross join lateral (select ${spread(DAYS_OF_JOBS, jobs)} as at) times`,
  );
  await run(
    `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits, status, result, webhook_url, created_at, completed_at)
     select ${timed('at')}, ${large}, ${uuid('03')}, 'Ended ' || n, case when n % 1000 = 0 then 'us-ny' else 'us-co' end,
            case when n % 100 = 0 then 'deep' else 'quick' end, 1, case when n % 200 = 0 then 'failed' else 'completed' end,
            case when n % 100 = 0
              then json_build_object('kind', 'found', 'entityId', case when n % 200 = 0 then '${erasedEntityId}' else 'ent_' || n end,
                     'data', json_build_object('entity_name', 'Bench', 'status', 'active', 'good_standing', true, 'tier', 'deep', 'jurisdiction', 'us-co',
                     'jurisdiction_id', 'B1', 'confidence', 97, 'match', json_build_object('method', 'exact', 'matched_name', 'Bench'),
                     'source', json_build_object('retrieved_at', at, 'sandbox', false)))
              else '{"kind":"no_match","closest":[]}' end,
            'https://hooks.example/x', at, at from ${rows(jobs)}
      cross join lateral (select ${spread(DAYS_OF_JOBS, jobs)} as at) times`,
  );
  await run(
    `insert into events (id, account_id, job_id, type, body, number, created_at)
     select ${uuid('04')}, account_id, id, 'verification.completed', '{"event":"verification.completed"}', n, created_at
       from (select id, account_id, row_number() over (order by id) as n, now() - (now() - created_at) * 0.35 as created_at from jobs) j`,
  );
  await run(
    `insert into deliveries (id, event_id, account_id, job_id, url, status, created_at, finished_at)
     select ${uuid('05')}, e.id, e.account_id, e.job_id, 'https://hooks' || n % 100 || '.example/x', 'delivered', e.created_at, e.created_at
       from (select *, number as n from events) e order by e.number`,
  );
  // Waiting work: retrievals and deliveries, some of them waiting for more than a day.
  const waiting = Math.min(5_000, share(10));
  await run(
    `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, account_id, due_at)
     select ${uuid('06')}, case when n % 7 = 0 then 'us-ny' else 'us-co' end, 'Waiting ' || n, 'WAITING' || n, 'quick', ${large}, now() - interval '1 minute'
       from ${rows(waiting)}`,
  );
  await run(
    `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits)
     select ${timed(`now() + interval '1 ms' * n`)}, ${large}, ${uuid('06')}, 'Waiting ' || n, 'us-co', 'quick', 1 from ${rows(waiting)}`,
  );
  await run(
    `update deliveries set status = 'pending', finished_at = null, due_at = now() - interval '1 minute'
      where number > (select max(number) - ${waiting} from deliveries)`,
  );
  await run(
    `update deliveries set status = 'pending', finished_at = null, due_at = now() - interval '1 minute'
      where number > ${Math.floor(jobs / 2)} and number <= ${Math.floor(jobs / 2) + waiting}`,
  );

  const entities = share(10);
  await run(
    `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at, details, details_retrieved_at, snapshots, oldest_snapshot_at)
     select ${uuid('02')}, 'us-co', 'B' || n, '{"name":"Bench"}', 'https://example.com', false, now(),
            '{"officers":[]}', now(), 5, ${spread(500, entities)} from ${rows(entities)}`,
  );
  await run(
    `insert into snapshot_contents (entity_id, number, content) select id, 1, '{"name":"Bench"}' from entities`,
  );
  await run(
    `insert into snapshots (entity_id, verified_at, number, record)
     select e.id, e.oldest_snapshot_at + make_interval(days => k - 1), k, 1 from entities e cross join generate_series(1, 5) k order by 2`,
  );
  await run(
    `insert into answers (jurisdiction, sandbox, name_key, entity_id, match, answered_at, closest)
     select 'us-co', false, 'BENCH' || n, null, null, ${spread(10, share(5))}, '[]' from ${rows(share(5))}`,
  );
  await run(
    `insert into rankings (jurisdiction, sandbox, name_key, entity_ids, ranked_at)
     select 'us-co', false, 'BENCH' || n, '{}', ${spread(10, share(10))} from ${rows(share(10))}`,
  );
  await run(
    `insert into access (account_id, entity_id, tier, asked_on)
     select ${uuid('01', `1 + n % ${LARGE_ACCOUNTS}`)}, ${uuid('02', `1 + n / ${LARGE_ACCOUNTS}`)}, 'quick', ${spread(400, entities)}::date
       from ${rows(entities - 10)}`,
  );
  await run(
    `insert into idempotency_keys (account_id, key, fingerprint, claim, claimed_at, finished, outcome, created_at, deep_entity)
     select ${large}, 'key-' || n, 'f', gen_random_uuid(), now(), true, '{"result":{"kind":"no_match"}}', ${spread(2, share(5))},
            case when n % 100 = 0 then '${erasedEntityId}' end from ${rows(share(5))}`,
  );
  await run(
    `insert into priced_reads (account_id, page, charged_at) select ${large}, 'page ' || n, ${spread(3, share(20))} from ${rows(share(20))}`,
  );
  await run(
    `insert into searches (id, account_id, entity_name, jurisdictions, known, created_at)
     select ${timed('at')}, ${large}, 'Searched', '{us-co}', '[]', at from ${rows(share(20))}
      cross join lateral (select ${spread(DAYS_OF_JOBS, share(20))} as at) times`,
  );
  await run(
    `insert into one_time_codes (email, ip, digest, created_at, expires_at, replaced)
     select 'bench-' || n || '@example.com', '2001:db8::' || to_hex(n % 60000), '', at, at, true from ${rows(share(20))}
      cross join lateral (select ${spread(3, share(20))} as at) times`,
  );
  await run(
    `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at, revoked_at)
     select ${uuid('07')}, ${uuid('01')}, 'bench', 'stnd_', decode(md5(n::text), 'hex'), 60, now(),
            case when n % 5 = 0 then ${spread(800, accounts)} end from ${rows(accounts)}`,
  );
  await run(
    `insert into payments (id, account_id, package_id, amount_credits, price_cents, session_id, status, payment_ref, created_at, paid_at)
     select ${uuid('08')}, ${uuid('01')}, 'pro', 500, 3500, 'session-' || n, case when n % 2 = 0 then 'paid' else 'open' end,
            case when n % 2 = 0 then 'ref-' || n end, ${spread(200, accounts)}, case when n % 2 = 0 then now() end from ${rows(accounts)}`,
  );
  // Some of each kind that will be removed: tokens, clients not used lately or ever, remains of
  // accounts, registrations.
  await run(
    `insert into oauth_records (model, id, payload, grant_id, account_id, created_at, used_at, expires_at)
     select (array['AccessToken', 'RefreshToken', 'Grant', 'Session'])[1 + n % 4], 'bench-' || n, '{}', 'grant-' || n, ${large}, at, at, at + interval '30 days'
       from ${rows(share(10))} cross join lateral (select ${spread(40, share(10))} as at) times`,
  );
  await run(
    `insert into oauth_records (model, id, payload, created_at, used_at)
     select 'Client', 'client-' || n, '{}', at, case when n % 2 = 0 then at else at + (now() - at) * 0.5 end
       from ${rows(share(10))} cross join lateral (select ${spread(200, share(10))} as at) times`,
  );
  await run(
    `insert into oauth_registrations (ip, created_at) select '2001:db8::' || to_hex(n % 60000), ${spread(1, share(20))} from ${rows(share(20))}`,
  );
  await run(
    `insert into records (id, account_id, at, via, key_id, job_id, reference, entity_name, jurisdiction, tier, evidence, outcome, cached, entity_id,
         official_name, record_number, status, good_standing, confidence, read_at, answer, evidence_id, credits_charged, decided_at)
     select ${timed('at')}, ${large}, at, 'rest', ${uuid('07', '1 + n % 100')}, ${timed('at')}, case when n % 4 = 1 then 'case-' || n % 5000 end,
            'Juniper Causeway Number ' || n || ' LLC', case when n % 1000 = 5 then 'us-ny' else 'us-co' end, 'quick',
            case when n % 20 = 15 then '{"address":"12 Oak Avenue, Boulder"}'::json end,
            case when n % 20 = 5 then 'absent' when n % 50 = 15 then 'not_sure' else 'found' end, n % 4 = 1,
            case when n % 20 <> 5 then ${uuid('02', `1 + (n + 5) % ${entities}`)} end, case when n % 20 <> 5 then 'JUNIPER CAUSEWAY NUMBER ' || n || ' LLC' end,
            case when n % 20 <> 5 then 'B' || n end, case when n % 20 <> 5 then 'active' end, n % 20 <> 5, case when n % 20 <> 5 then 97 end, at,
            case when n % 20 = 5 then '{"coverage":"all","closest":[]}'::json
                 when n % 20 = 15 then '{"reasons":[{"kind":"address","agrees":true,"detail":"street and postal code agree"}]}'::json end,
            case when n % 4 = 3 then gen_random_uuid() end, 1, case when n % 500 = 15 then at end
       from ${rows(records)} cross join lateral (select ${spread(1_800, records)} as at) times where n % 2 = 1`,
  );
  const charges = Math.floor(records / 2 / LARGE_ACCOUNTS);
  await run(
    `insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, entity_name, jurisdiction, entity_id,
         reference, key_id, created_at, recorded)
     select ${timed('at')}, ${uuid('01', `1 + n / 2 % ${LARGE_ACCOUNTS}`)}, ${entries} + 1 + n / 2 / ${LARGE_ACCOUNTS}, 'charge', -1, ${entries % 2},
            'Bench', 'verify_quick', 'Juniper Causeway Number ' || n || ' LLC', case when n % 1000 = 0 then 'us-ny' else 'us-co' end,
            ${uuid('02', `1 + n / 2 % ${entities}`)}, case when n % 4 = 0 then 'case-' || (n + 5) % 5000 end, ${uuid('07', '1 + n % 100')}, at,
            json_build_array('rest', 'JUNIPER CAUSEWAY NUMBER ' || n || ' LLC', 'B' || n, 'active', true, 97, at)
       from ${rows(charges * LARGE_ACCOUNTS * 2 - 1, 0)} cross join lateral (select ${spread(1_800, records)} as at) times where n % 2 = 0`,
  );
  await run(`update accounts set last_entry = last_entry + ${charges} where last_entry > 0`);
  await run('set session_replication_role = origin');
  await run('vacuum analyze');
}
