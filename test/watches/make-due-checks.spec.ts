import type { Task, Tasks } from '../../src/core/tasks/ports.js';
import type { Checker } from '../../src/core/watches/checks/checker.js';
import type { WatchClock } from '../../src/core/watches/ports.js';
import { CHECKS_A_ROUND, MakeDueChecks } from '../../src/core/watches/schedule/make-due-checks.js';

const TASK = { kind: 'check', id: 'watch-1', claimNumber: 4 } as const;
const NOW = new Date('2026-03-01T12:00:00Z');

describe('MakeDueChecks', () => {
  async function afterRoundOf(made: number): Promise<{ rounds: object[]; enqueued: Task[] }> {
    const rounds: object[] = [];
    const enqueued: Task[] = [];
    const checker = { makeRound: (round: object) => Promise.resolve((rounds.push(round), made)) };
    const tasks = { enqueue: (task: Task) => Promise.resolve(void enqueued.push(task)) };
    const clock = { now: () => Promise.resolve(NOW) };
    await new MakeDueChecks(checker as unknown as Checker, clock as WatchClock, tasks as unknown as Tasks).run(TASK);
    return { rounds, enqueued };
  }

  it('enqueues another round only after a full one', async () => {
    const another = { ...TASK, claimNumber: 5 };
    expect((await afterRoundOf(CHECKS_A_ROUND)).enqueued).toEqual([another]);
    expect((await afterRoundOf(CHECKS_A_ROUND - 1)).enqueued).toEqual([]);
    expect((await afterRoundOf(0)).enqueued).toEqual([]);
  });

  it('makes the checks that are due now, and yields to waiting callers for ten minutes', async () => {
    const { rounds } = await afterRoundOf(0);
    const urgentBefore = new Date('2026-03-01T11:50:00Z');
    expect(rounds).toEqual([expect.objectContaining({ until: NOW, limit: CHECKS_A_ROUND, urgentBefore })]);
  });
});
