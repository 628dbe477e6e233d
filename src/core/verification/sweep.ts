import type { Jobs } from '../ports.js';
import type { Retrievals } from './ports.js';

const BATCH = 500;

/** Enters again whatever is due and in nobody's hands: after a queue was lost, a worker died, or an entry could not be made. */
export class Sweep {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly jobs: Jobs,
  ) {}

  async run(): Promise<number> {
    const due = await this.retrievals.due(BATCH);
    for (const { id, turn } of due) {
      if (!(await this.jobs.enter({ kind: 'retrieval', id, turn }))) return 0;
    }
    return due.length;
  }
}
