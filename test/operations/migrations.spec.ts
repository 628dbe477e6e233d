import { readdirSync, readFileSync } from 'node:fs';

/** Tables that grow with every request. A full scan of a locked one stops the service. */
const LARGE = [
  'accounts',
  'answers',
  'batch_rows',
  'deliveries',
  'entities',
  'events',
  'jobs',
  'ledger_entries',
  'retrievals',
  'snapshots',
  'watches',
];

/** Returns the statements of a migration that scan a whole large table while blocking writes. */
function faultsIn(sql: string): string[] {
  const text = sql.replaceAll(/^\s*--.*$/gm, '').toLowerCase();
  const made = new Set([...text.matchAll(/create table (\w+)/g)].map(([, table]) => table));
  const isLarge = (table: string | undefined) => table !== undefined && LARGE.includes(table) && !made.has(table);
  const faults: string[] = [];
  for (const [statement, table] of text.matchAll(
    /(?:create (?:unique )?index|drop index) (?!concurrently)[^;]*?\bon (\w+)/g,
  )) {
    if (isLarge(table)) faults.push(`builds an index without concurrently: ${statement}`);
  }
  for (const [statement, table] of text.matchAll(/alter table (?:only )?(\w+)[^;]*/g)) {
    if (!isLarge(table)) continue;
    for (const [constraint] of statement.matchAll(/add (?:column \w+ [^,]*)?\bconstraint [^,]*/g)) {
      if (!constraint.includes('not valid'))
        faults.push(`adds a constraint that is validated at once: ${constraint.trim()}`);
    }
    if (/\bset not null\b|\balter column \w+ type\b/.test(statement)) faults.push(`reads or rewrites all of ${table}`);
  }
  return faults;
}

const names = readdirSync('migrations').filter((name) => name.endsWith('.sql'));

describe('a migration', () => {
  it.each(names)('%s never scans a large table under a lock', (name) => {
    expect(faultsIn(readFileSync(`migrations/${name}`, 'utf8'))).toEqual([]);
  });

  it('is detected when it scans a large table: an index, a constraint, another type', () => {
    expect(faultsIn('create unique index one on jobs (id);')).toHaveLength(1);
    expect(faultsIn("alter table jobs add column kind text constraint jobs_kind check (kind <> '');")).toHaveLength(1);
    expect(faultsIn('alter table events add constraint events_kind check (true);')).toHaveLength(1);
    expect(faultsIn('alter table events alter column number type numeric;')).toHaveLength(1);
  });

  it('is accepted when it does not block writes', () => {
    expect(faultsIn('create index concurrently one on jobs (id);')).toEqual([]);
    expect(faultsIn('alter table jobs add constraint jobs_kind check (true) not valid;')).toEqual([]);
    expect(faultsIn('create table jobs (id uuid); create index one on jobs (id);')).toEqual([]);
  });
});
