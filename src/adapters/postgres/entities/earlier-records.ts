import { Injectable } from '../../../core/injectable.js';
import { EarlierRecords } from '../../../core/records/ports.js';
import { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';

/** A piece takes some tens of milliseconds. */
const AT_ONCE = 500;

interface Progress {
  job_id: string;
  jobs_done: boolean;
  batch_id: string;
  line: number;
}

/** Commits piece by piece, each with its progress. A piece that is done twice changes nothing. */
@Injectable()
export class PostgresEarlierRecords extends EarlierRecords {
  constructor(private readonly db: Database) {
    super();
  }

  async keepAll(since: Date, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && (await this.db.interactive((tx) => keepPiece(tx, since))));
  }
}

/** Returns `false` if nothing is left, or if another process is at work. */
async function keepPiece(on: Statements, since: Date): Promise<boolean> {
  const progress = await on.row<Progress>(
    'select job_id, jobs_done, batch_id, line from records_of_before for update skip locked',
  );
  if (!progress) return false;
  const ids = progress.jobs_done ? await keepRows(on, progress, since) : await keepJobs(on, progress, since);
  await on.rows(ERASE, [ids]);
  return true;
}

async function keepJobs(on: Statements, { job_id: last }: Progress, since: Date): Promise<string[]> {
  const jobs = await on.rows<{ id: string; is_due: boolean }>(
    `select id, coalesce(completed_at, created_at) >= $2 as is_due
       from jobs where id > $1 order by id limit ${AT_ONCE}`,
    [last, since],
  );
  const due = jobs.filter((job) => job.is_due).map(({ id }) => id);
  await on.rows('select keep_records_of_jobs($1::uuid[])', [due]);
  await on.change('update records_of_before set job_id = $1, jobs_done = $2', [
    jobs.at(-1)?.id ?? last,
    jobs.length < AT_ONCE,
  ]);
  return due;
}

async function keepRows(on: Statements, { batch_id, line }: Progress, since: Date): Promise<string[]> {
  // A batch that is being deleted has nothing that anybody could read.
  const rows = await on.rows<{ line: number; id: string }>(
    `select r.line, record_of_row(r.batch_id, r.line) as id from batches b join batch_rows r on r.batch_id = b.id
      where b.id = $1 and b.dropped_at is null and coalesce(b.ended_at, now()) >= $3 and r.line > $2
      order by r.line limit ${AT_ONCE}`,
    [batch_id, line, since],
  );
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) {
    const next = await on.change(
      `update records_of_before set line = 0, batch_id = b.id
         from (select id from batches where id > $1 and status <> 'uploading' order by id limit 1) b`,
      [batch_id],
    );
    if (next === 0) await on.change('delete from records_of_before');
    return [];
  }
  await on.rows('select keep_records_of_rows($1, $2, $3)', [batch_id, first.line, last.line]);
  await on.change('update records_of_before set line = $1', [last.line]);
  return rows.map(({ id }) => id);
}

/** Of businesses whose personal data were erased before they had records. */
const ERASE = `select erase_records(array(
  select r.id from records r join entities e on e.id = r.entity_id
   where r.id = any ($1::uuid[]) and r.erased is null and e.personal_data_erased_at is not null), false)`;
