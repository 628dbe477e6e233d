import type { JobEntry, JobKind, Jobs } from '../ports.js';
import type { Retrievals } from '../verification/ports.js';
import type { Deliveries } from '../webhooks/ports.js';

const BATCH = 500;

/**
 * Queues again whatever is due and unclaimed: after a queue was lost, a worker died, or an entry
 * could not be made.
 */
export class RequeueDueWork {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly deliveries: Deliveries,
    private readonly jobs: Jobs,
  ) {}

  async run(): Promise<number> {
    const retrievals = await this.enter('retrieval', await this.retrievals.due(BATCH));
    return retrievals + (await this.enter('delivery', await this.deliveries.due(BATCH)));
  }

  private async enter(kind: JobKind, due: Omit<JobEntry, 'kind'>[]): Promise<number> {
    for (const entry of due) {
      if (!(await this.jobs.enqueue({ kind, ...entry }))) return 0;
    }
    return due.length;
  }
}
