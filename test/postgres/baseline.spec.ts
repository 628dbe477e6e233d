import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { migrate, pendingMigrations } from '../../src/adapters/postgres/client/migrate.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { schemaListing } from '../support/schema-listing.js';

/** The files that the baseline replaced, concatenated, with the records of their migrations. */
const BEFORE = gunzipSync(readFileSync('test/fixtures/before-baseline.sql.gz')).toString();

/** Intentional differences. */
const DROPPED = [
  // Never read.
  'column entities.found_by_name',
  'column entities.name_key',
  'index entities_name_idx',
  'column entity_askers.match',
  // Used only by earlier versions, which were never released.
  'column batch_refusal.available',
  'function claim_due_retrievals(uuid[],uuid[],integer)',
  'function claim_retrievals(uuid[],uuid[],integer)',
  'function commit_batch(json,json,json,json,json,json,json,json,json,json,json,json,integer)',
  // Now takes the evidence of a snapshot.
  'function keep_snapshot(uuid,timestamp with time zone,text,jsonb,jsonb)',
  'function refund_failed_by_its_name()',
  'trigger payment_reversals.refund_failed_by_its_name',
];
const ADDED = [
  // Records of answers.
  'function answer_of_charge(uuid,text,uuid)',
  'function answer_of_job(json,json)',
  'function erase_records(uuid[],boolean)',
  'function is_unsure(json)',
  'function keep_records_of_charges(json,integer[])',
  'function keep_records_of_jobs(uuid[])',
  'function keep_records_of_rows(uuid,integer,integer)',
  'function person_behind(uuid,uuid,text,uuid)',
  'function uuid_of(text)',
  // A batch is queued when a retrieval of one of its rows ends.
  'function batch_due_at(batches)',
  'function batch_has_answers(uuid)',
  // The evidence beyond a name that the callers waiting for a retrieval gave.
  'function contains_text(text,text)',
  'function folded(text)',
  'function given_evidence_of(uuid)',
  // Takes the evidence of a snapshot, and what its retrieval alone read.
  'function keep_snapshot(uuid,timestamp with time zone,text,jsonb,jsonb,uuid,json,boolean,jsonb)',
  'function own_questions(uuid,uuid)',
  // The answer of a duplicate, and the standing of what a row found.
  'function row_answer(batch_rows)',
  'function row_standing(batch_rows)',
];
const RENAMED = new Map([
  ['table entity_askers', 'table access'],
  ...['account_id', 'entity_id', 'tier', 'asked_on'].map(
    (column) => [`column entity_askers.${column}`, `column access.${column}`] as const,
  ),
  ...['account_fkey', 'entity_fkey', 'pkey'].map(
    (name) => [`constraint entity_askers.entity_askers_${name}`, `constraint access.access_${name}`] as const,
  ),
  ['index entity_askers_asked_idx', 'index access_asked_idx'],
  ['index entity_askers_pkey', 'index access_pkey'],
  ['trigger entity_askers.asker_changed', 'trigger access.access_changed'],
  ['trigger entity_askers.asker_gone', 'trigger access.access_gone'],
  ['function asker_changed()', 'function access_changed()'],
  [`function commit_batch(${'json,'.repeat(13)}integer)`, 'function commit_batch(json,integer)'],
  // Each kind of write has one name everywhere.
  ...(
    [
      ['apply_accesses', 'access_record'],
      ['apply_answered_jobs', 'jobs_insert'],
      ['apply_answers', 'answers_upsert'],
      ['apply_checks', 'checks_begin'],
      ['apply_endings', 'retrievals_finish'],
      ['apply_events', 'events_insert', 'uuid[],'],
      ['apply_job_ends', 'jobs_finish'],
      ['apply_joins', 'jobs_join'],
      ['apply_outcomes', 'idempotency_keys_record'],
      ['apply_rankings', 'rankings_upsert'],
      ['apply_refunds', 'refunds_insert', 'uuid[],'],
      ['apply_searches', 'searches_insert'],
    ] as const
  ).map(
    ([then, now, more = '']) =>
      [`function ${then}(json,${more}integer[])`, `function ${now}(json,${more}integer[])`] as const,
  ),
  [
    'function apply_charges(json,integer[],timestamp with time zone)',
    'function charges_insert(json,integer[],timestamp with time zone)',
  ],
  ['function give_back_to_budgets(json)', 'function refund_budgets(json)'],
  [
    'function claim_due_retrievals(uuid[],uuid[],integer,boolean,text[])',
    'function claim_due_retrievals(uuid[],uuid[],integer,text[])',
  ],
  [
    'function batch_results(uuid,integer,text,text,integer)',
    'function batch_results(uuid,integer,text,text,integer,text,text,text)',
  ],
  ['function lock_jobs(json,json)', 'function lock_jobs(json,json,json)'],
]);
/** Functions differ at least in the name of a parameter. */
const CHANGED = [
  // Was not yet validated. An answer that was already known waits for nothing.
  'constraint jobs.jobs_wait_for_something',
  // A dispute may be won after it was lost.
  'constraint payment_reversals.payment_reversals_reason',
  // A key that is narrowed pauses what it started.
  'constraint batches.batches_pause_reason',
  'constraint watches.watches_pause_reason',
  // Lowers the newest budget of the application, too.
  'function give_back_to_budgets(json)',
  // A review decision may concern a batch row.
  'column meant_records.job_id',
  'constraint meant_records.meant_records_pkey',
  'index meant_records_pkey',
  'function meant_was_offered()',
  'function next_batch_rows(uuid,integer,integer)',
  // A use says nothing about who holds the key.
  'trigger api_keys.key_holder_changed',
  // Locks the batch first.
  'function purge_batch_rows(uuid)',
  'function balances_of(uuid[])',
  'function batch_results(uuid,integer,text,text,integer)',
  'function claim_due_retrievals(uuid[],uuid[],integer,boolean,text[])',
  // The record that a charge keeps may be erased.
  'function ledger_refuses_change()',
  'function lock_jobs(json,json)',
  'function lock_retrievals(json,json)',
  'function refuse_checks(json)',
  'function refuse_members(json,json,json,uuid[])',
  // Functions that write one kind name their rows `rows`. `commit_batch` takes all of them as one
  // document.
  ...[...RENAMED.keys()].filter((name) => /^function (apply_|commit_batch)/.test(name)),
];

/** The text of the migrations after the baseline. */
const LATER = readdirSync('migrations')
  .filter((file) => /^\d{4}_/.test(file) && file > '0012')
  .map((file) => readFileSync(`migrations/${file}`, 'utf8'))
  .join('\n');
const LATER_TABLES = [...LATER.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table);

/** Returns whether a migration after the baseline created it, because it names it or its table. */
function isLater(listed: string): boolean {
  const [, name = ''] = /^\w+ ([^(]+)/.exec(listed) ?? [];
  const [of = '', own = of] = name.split('.');
  const ofLaterTable = LATER_TABLES.some((table) => of === table || of.startsWith(`${table}_`));
  return ofLaterTable || new RegExp(`\\b${own}\\b`).test(LATER);
}

const isHistory = (name: string) => name.includes('function_checksums');
const inWordsOfNow = (definition: string | undefined) =>
  definition?.replaceAll('entity_askers', 'access').replaceAll('asker_', 'access_');

describe('the baseline', () => {
  let old: TestDatabase;
  let fresh: TestDatabase;
  let onOld: DataSource;
  let onFresh: DataSource;

  beforeEach(async () => {
    old = await createEmptyDatabase();
    fresh = await createTestDatabase();
    onOld = await new DataSource({ type: 'postgres', url: old.url, poolSize: 2 }).initialize();
    onFresh = await new DataSource({ type: 'postgres', url: fresh.url, poolSize: 2 }).initialize();
    await onOld.query(BEFORE);
  });
  afterEach(async () => {
    await onOld.destroy();
    await onFresh.destroy();
    await old.drop();
    await fresh.drop();
  });

  it('equals the schema of the replaced files, except for intended changes', async () => {
    const before = await schemaListing(onOld);
    const now = await schemaListing(onFresh);
    const kept = [...before.keys()].filter((name) => now.has(RENAMED.get(name) ?? name));
    expect([...before.keys()].filter((name) => !kept.includes(name)).toSorted()).toEqual(DROPPED.toSorted());
    const known = new Set(kept.map((name) => RENAMED.get(name) ?? name));
    const added = [...now.keys()].filter((name) => !known.has(name) && !isHistory(name) && !isLater(name));
    expect(added.toSorted()).toEqual(ADDED.toSorted());
    const changed = kept.filter((name) => inWordsOfNow(before.get(name)) !== now.get(RENAMED.get(name) ?? name));
    expect(changed.toSorted()).toEqual(CHANGED.toSorted());
  });

  it('is recorded as applied in a fully migrated older database, whose rows are kept', async () => {
    await onOld.query(
      `insert into accounts (id, email) values ('0198c0de-0000-7000-8000-000000000001', 'kept@example.com')`,
    );
    const lines: string[] = [];
    await migrate(onOld, 'migrations', (line) => lines.push(line));
    expect(lines[0]).toBe(
      'the database was migrated by the files that the baseline replaced; the baseline is now recorded as applied',
    );
    expect(await schemaListing(onOld)).toEqual(await schemaListing(onFresh));
    expect(await onOld.query('select email, credit_balance from accounts')).toEqual([
      { email: 'kept@example.com', credit_balance: 0 },
    ]);
    expect(await onOld.query('select timestamp, name from migrations order by id')).toEqual(
      await onFresh.query('select timestamp, name from migrations order by id'),
    );
    expect(await pendingMigrations(onOld, 'migrations')).toEqual([]);
    await migrate(onOld, 'migrations', (line) => lines.push(line));
    expect(lines.filter((line) => !line.startsWith('migrated'))).toHaveLength(1);
  });

  it.each([
    ['that lacks the last of them', `delete from migrations where name like 'moves_by_applications%'`],
    ['that lacks one in between', `delete from migrations where name like 'budgets0%'`],
    ['that has one more', `insert into migrations (timestamp, name) values (690, 'not_merged0000000000690')`],
  ])('refuses a database %s in one line, and leaves it unchanged', async (_case, sql) => {
    await onOld.query(sql);
    const before = await schemaListing(onOld);
    await expect(migrate(onOld, 'migrations', () => undefined)).rejects.toThrow(
      /^the database was migrated by files that the baseline has replaced.*0682_moves_by_applications: migrate it.*$/,
    );
    expect(await schemaListing(onOld)).toEqual(before);
  });

  it('comes with functions that compile', async () => {
    await onFresh.query('set check_function_bodies = on');
    for (const name of readdirSync('migrations/functions')) {
      const compile = onFresh.query(readFileSync(`migrations/functions/${name}`, 'utf8'));
      await expect(compile.then(() => name)).resolves.toBe(name);
    }
  });
});
