import fs from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { REGISTERS } from '../src/registers/registers.js';
import { importEdition } from '../src/adapters/registries/bulk/importing/importer.js';
import { recordDigests } from '../src/adapters/postgres/watches/current-edition.js';
import type { Bench } from './bench.js';
import { writeFictionalBulkFile } from './fictional-bulk-file.js';
import { figure, type Figure } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { startService } from './service.js';

const CODE = 'us-fl';
const ACCOUNTS = 100;
/**
 * One record in ten is watched, and one in a thousand changes. Every other changed record is
 * watched.
 */
const WATCHED_EVERY = 10;
const CHANGED_EVERY = 1_000;
const PATIENCE_MS = 900_000;
const LOOK_EVERY_MS = 100;

const changes = (serial: number) =>
  serial % (2 * CHANGED_EVERY) === 0 || serial % (2 * CHANGED_EVERY) === CHANGED_EVERY + 5;

/**
 * Imports an edition with changes. Exactly the watched ones must be reported, and every watch
 * checked and charged once. Importing the same content again must do nothing.
 */
export async function measureEditions({ stage, rows, profileDir, say }: Bench): Promise<Figure[]> {
  const databaseUrl = await seededDatabase(stage, makeApiKeys(ACCOUNTS), 0);
  const session = await connect(databaseUrl);
  const before = path.join(stage.scratch, 'before.txt');
  const after = path.join(stage.scratch, 'after.txt');
  await writeFictionalBulkFile(before, rows, rows);
  await writeFictionalBulkFile(after, rows, rows, changes);
  try {
    const { edition } = await bringIn(databaseUrl, before);
    const watches = await seedWatches(session, edition, 0);
    say(`  ${watches} watches of ${rows} records`);
    const service = await startService(stage, { databaseUrl, profileDir });
    try {
      await bringIn(databaseUrl, after);
      const startedAt = performance.now();
      await compared(session, watches);
      const seconds = (performance.now() - startedAt) / 1000;
      const told = await proveExact(session, rows, watches);
      // The same content in a file with another timestamp.
      await fs.utimes(after, new Date(), new Date());
      await bringIn(databaseUrl, after);
      await new Promise((resolve) => {
        setTimeout(resolve, 3_000);
      });
      await compared(session, watches);
      await proveExact(session, rows, watches);
      return [
        figure('watches', 'records of an edition', rows),
        figure('watches', 'watches of its records', watches),
        figure('watches', 'watched ones among its changes, told', told),
        figure('watches', 'an edition, until all watches are compared', seconds, 's'),
      ];
    } finally {
      await service.stop();
    }
  } finally {
    await session.end();
    await fs.rm(before);
    await fs.rm(after);
  }
}

function bringIn(databaseUrl: string, file: string) {
  const fingerprint = `${file} ${Date.now()}`;
  return importEdition({ databaseUrl, format: REGISTERS.format(CODE)!, realm: 'live', files: [file], fingerprint });
}

const UUID = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const ACCOUNT = `('01900000-0000-7000-8000-' || lpad(to_hex(1 + n % ${ACCOUNTS}), 12, '0'))::uuid`;

/** Seeds watches as their first check leaves them. */
async function seedWatches(session: Client, edition: string, offset: number): Promise<number> {
  await session.query(
    `create temporary table watched as
       select id as record_id, substr(id, 2)::int / ${WATCHED_EVERY} as n, split_part(cells, E'\\x1f', 2) as name,
           case split_part(cells, E'\\x1f', 3) when 'A' then 'active' else 'inactive' end as status,
           case split_part(cells, E'\\x1f', 3) when 'A' then 'Active' else 'Inactive' end as detail
         from mirror_rows_${edition} where part = 'entity' and substr(id, 2)::int % ${WATCHED_EVERY} = $1`,
    [offset],
  );
  await session.query(
    `insert into entities (id, jurisdiction, record_id, record, url, sandbox, retrieved_at, snapshots)
       select ${UUID(5)}, '${CODE}', record_id,
           jsonb_build_object('id', record_id, 'name', name, 'aliases', '[]'::jsonb, 'status', status, 'statusDetail', detail, 'goodStanding', case status when 'inactive' then false end,
             'entityType', null, 'formationDate', null, 'domestic', null, 'url', null),
           'https://register.example/', false, now(), 1 from watched`,
  );
  const { rowCount } = await session.query(
    `with picked as (select record_id from watched), listed as (
         ${recordDigests(edition, `(select layout::text from mirror_editions where edition = ${edition})`)}
     )
     insert into watches (id, account_id, entity_id, jurisdiction, sandbox, every, tier, seen, seen_at, seen_reading, edition, record_digest)
       select ${UUID(6)}, ${ACCOUNT}, ${UUID(5)}, '${CODE}', true, '30d', 'quick',
           jsonb_build_object('listed', true, 'name', name, 'status', status, 'goodStanding', case status when 'inactive' then false end), '2030-01-01', 1,
           (select content from mirror_editions where edition = ${edition}), l.digest
         from watched join listed l using (record_id)`,
  );
  await session.query('vacuum analyze watches, entities');
  return rowCount ?? 0;
}

/** Waits until every watch has been compared with the current edition and no check is due. */
async function compared(session: Client, watches: number): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    const { rows } = await session.query<{ done: number }>(
      `select count(*)::int as done from watches w join mirror_editions m on m.jurisdiction = w.jurisdiction and m.state = 'current' and m.realm = 'live'
        where w.edition = m.content and w.next_check_at is null and w.check_job is null`,
    );
    if (rows[0]?.done === watches) return;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
  throw new Error('the watches were not compared in time');
}

async function proveExact(session: Client, records: number, watches: number): Promise<number> {
  const expected = Array.from({ length: Math.ceil(records / WATCHED_EVERY) }, (_, at) => at * WATCHED_EVERY).filter(
    changes,
  );
  const { rows: told } = await session.query<{ serial: number }>(
    `select substr(n.record_id, 2)::int as serial from events e join watches w on w.id = e.watch_id join entities n on n.id = w.entity_id
      where e.type = 'entity.changed' order by 1`,
  );
  if (JSON.stringify(told.map(({ serial }) => serial)) !== JSON.stringify(expected)) {
    throw new Error(`${told.length} changes were told of ${expected.length}`);
  }
  const { rows: paid } = await session.query<{ once: number; entries: number }>(
    `select count(*) filter (where net = 1 and entries = 1)::int as once, sum(entries)::int as entries
       from (select watch_id, count(*) as entries, -sum(amount) as net from ledger_entries where watch_id is not null group by watch_id) each`,
  );
  if (paid[0]?.once !== watches) throw new Error(`${paid[0]?.once} of ${watches} watches were paid for once`);
  return told.length;
}
