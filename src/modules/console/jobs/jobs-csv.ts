import { csvLine, inertText } from '../../../core/csv.js';
import type { Id } from '../../../core/ids.js';
import type { JobList, ListedJob } from '../../../core/verification/ports.js';

const COLUMNS = [
  'job_id',
  'status',
  'answer',
  'entity_name',
  'jurisdiction',
  'tier',
  'credits_charged',
  'entity_id',
  'created_at',
  'completed_at',
];

/** Every job of a list, page by page; `read` gives the page after a job. */
export async function* jobsCsv(read: (after: Id<'job'> | undefined) => Promise<JobList>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let after: Id<'job'> | undefined; ;) {
    const { jobs, next } = await read(after);
    for (const job of jobs) yield jobLine(job);
    if (!next) return;
    after = next;
  }
}

function jobLine(job: ListedJob): string {
  const { id, status, result, entityName, jurisdiction, tier, amountCredits, createdAt, completedAt } = job;
  return csvLine([
    id,
    status,
    result?.kind ?? '',
    inertText(entityName),
    jurisdiction,
    tier,
    amountCredits,
    result?.kind === 'found' ? result.entityId : '',
    createdAt.toISOString(),
    completedAt?.toISOString() ?? '',
  ]);
}
