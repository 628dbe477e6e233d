import type { Client } from 'pg';
import { rowsTable, wordsTable } from '../mirrors/editions.js';

/**
 * Builds the indexes for searching an edition, in two sessions because a server builds one index on
 * one core. Keeps what a killed import has already built. Returns the number of names.
 */
export async function indexEdition(first: Client, second: Client, edition: string): Promise<number> {
  const [names, others] = await Promise.allSettled([indexWords(first, edition), indexOthers(second, edition)]);
  if (names.status === 'rejected') throw names.reason;
  if (others.status === 'rejected') throw others.reason;
  return names.value;
}

async function indexWords(client: Client, edition: string): Promise<number> {
  const rows = rowsTable(edition);
  await client.query(`create index if not exists ${rows}_words on ${rows} using gin (words) with (fastupdate = off)`);
  const counted = await client.query<{ names: string }>(`select count(words) as names from ${rows}`);
  await client.query(`analyze ${rows}`);
  return Number(counted.rows[0]!.names);
}

async function indexOthers(client: Client, edition: string): Promise<void> {
  const rows = rowsTable(edition);
  const words = wordsTable(edition);
  const statements = [
    `create index if not exists ${rows}_key on ${rows} (key) where key is not null`,
    `create index if not exists ${rows}_id on ${rows} (id)`,
    `drop table if exists ${words}`,
    // Unnesting in the select list takes half the time of a join with the function.
    `create table ${words} as
       select word, count(*)::int as names from (select unnest(words) as word from ${rows}) each_word group by word`,
    `alter table ${words} add primary key (word)`,
    `create index ${words}_trigrams on ${words} using gin (word gin_trgm_ops) with (fastupdate = off)`,
    `analyze ${words}`,
  ];
  for (const statement of statements) await client.query(statement);
}
