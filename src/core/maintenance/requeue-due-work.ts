import { BatchWork } from '../batches/ports.js';
import { type Task, type TaskKind, Tasks } from '../tasks/ports.js';
import { Retrievals } from '../verification/ports.js';
import { CHECKS_A_ROUND } from '../watches/schedule/make-due-checks.js';
import { WatchChecks, WatchClock } from '../watches/ports.js';
import { Deliveries } from '../webhooks/ports.js';
import { Injectable } from '../injectable.js';

const BATCH = 500;

/**
 * Queues all work that is due and unclaimed: after a queue was lost, a worker died, or a task could
 * not be enqueued. This is the only source of scheduled watch checks.
 */
@Injectable()
export class RequeueDueWork {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly deliveries: Deliveries,
    private readonly batches: BatchWork,
    private readonly checks: WatchChecks,
    private readonly world: WatchClock,
    private readonly tasks: Tasks,
  ) {}

  async run(): Promise<number> {
    const retrievals = await this.enter('retrieval', await this.retrievals.due(BATCH));
    const deliveries = await this.enter('delivery', await this.deliveries.due(BATCH));
    const batches = await this.enter('batch', await this.batches.due(BATCH));
    return retrievals + deliveries + batches + (await this.enter('check', await this.dueRounds()));
  }

  private async dueRounds(): Promise<Omit<Task, 'kind'>[]> {
    const due = await this.checks.due(await this.world.now(), this.world.isSandbox, BATCH);
    return due.filter((_, at) => at % CHECKS_A_ROUND === 0).map((id) => ({ id, claimNumber: 1 }));
  }

  private async enter(kind: TaskKind, due: readonly Omit<Task, 'kind'>[]): Promise<number> {
    for (const task of due) {
      if (!(await this.tasks.enqueue({ kind, ...task }))) return 0;
    }
    return due.length;
  }
}
