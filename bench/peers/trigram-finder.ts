import { once } from 'node:events';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { AMONG_FIRST, type OpenFinder } from './finder.js';
import { recordsOf } from './records.js';

const ROWS_PER_WRITE = 1_000;

/**
 * Searches as the pg_trgm manual recommends: a GIN index, the operator `%`, and the most similar
 * first.
 */
export function openTrigrams(threshold: number): OpenFinder {
  return async ({ file, databaseUrl }) => {
    const session = new Client({ connectionString: databaseUrl });
    await session.connect();
    await session.query('create extension if not exists pg_trgm');
    await session.query('create table businesses (id text primary key, name text not null, record text not null)');
    const copy = session.query(from('copy businesses from stdin'));
    let rows: string[] = [];
    const write = async () => {
      if (!copy.write(rows.join(''))) await once(copy, 'drain');
      rows = [];
    };
    for await (const { id, name, record } of recordsOf(file)) {
      rows.push(`${id}\t${name}\t${record}\n`);
      if (rows.length === ROWS_PER_WRITE) await write();
    }
    await write();
    copy.end();
    await once(copy, 'finish');
    await session.query('create index on businesses using gin (name gin_trgm_ops)');
    await session.query('vacuum analyze businesses');
    await session.query(`set pg_trgm.similarity_threshold = ${threshold}`);
    return {
      find: async (typed) => {
        const { rows: found } = await session.query<{ name: string }>({
          name: 'find',
          text: `select name, record from businesses where name % $1 order by similarity(name, $1) desc limit ${AMONG_FIRST}`,
          values: [typed],
        });
        return found.map(({ name }) => name);
      },
      storedBytes: async () => {
        const { rows: sizes } = await session.query<{ bytes: string }>(
          `select pg_total_relation_size('businesses') as bytes`,
        );
        return Number(sizes[0]?.bytes);
      },
      close: () => session.end(),
    };
  };
}
