import { RequeueDueWork } from '../../src/core/maintenance/requeue-due-work.js';
import type { Task } from '../../src/core/tasks/ports.js';
import { CHECKS_A_ROUND } from '../../src/core/watches/schedule/make-due-checks.js';

type Due = Partial<Record<'retrieval' | 'delivery' | 'batch', number> & { checks: number }>;

describe('RequeueDueWork', () => {
  async function requeue(due: Due, accepts: (task: Task) => boolean = () => true) {
    const entered: Task[] = [];
    const some = (many = 0) =>
      Promise.resolve(Array.from({ length: many }, (_, at) => ({ id: `id-${at}`, claimNumber: 7 })));
    const work = new RequeueDueWork(
      { due: () => some(due.retrieval) } as never,
      { due: () => some(due.delivery) } as never,
      { due: () => some(due.batch) } as never,
      { due: async () => (await some(due.checks)).map(({ id }) => id) } as never,
      { now: () => Promise.resolve(new Date()), isSandbox: false } as never,
      {
        enqueue: (task: Task) => {
          if (accepts(task)) entered.push(task);
          return Promise.resolve(accepts(task));
        },
      } as never,
    );
    return { count: await work.run(), entered };
  }

  it('enqueues due work again, each kind with its claim number', async () => {
    const { count, entered } = await requeue({ retrieval: 2, delivery: 1, batch: 1, checks: 1 });
    expect(count).toBe(5);
    expect(entered.map(({ kind, id, claimNumber }) => `${kind} ${id} ${claimNumber}`)).toEqual([
      'retrieval id-0 7',
      'retrieval id-1 7',
      'delivery id-0 7',
      'batch id-0 7',
      'check id-0 1',
    ]);
  });

  it('enqueues one task per round of checks, with the id of its first check', async () => {
    const idsOf = async (checks: number) => (await requeue({ checks })).entered;
    expect(await idsOf(0)).toEqual([]);
    expect(await idsOf(1)).toEqual([{ kind: 'check', id: 'id-0', claimNumber: 1 }]);
    expect(await idsOf(CHECKS_A_ROUND)).toHaveLength(1);
    expect((await idsOf(2 * CHECKS_A_ROUND + 1)).map(({ id }) => id)).toEqual(
      [0, 1, 2].map((round) => `id-${round * CHECKS_A_ROUND}`),
    );
  });

  it('skips and does not count work that the queue refuses', async () => {
    const { count, entered } = await requeue({ retrieval: 3, delivery: 1 }, ({ kind }) => kind !== 'retrieval');
    expect(count).toBe(1);
    expect(entered.map(({ kind }) => kind)).toEqual(['delivery']);
  });
});
