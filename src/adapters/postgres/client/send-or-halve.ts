import { classifyDatabaseError, QUERY_CANCELED, sqlState } from './sql-state.js';

type Send<Item, Outcome> = (items: Item[]) => Promise<PromiseSettledResult<Outcome>[]>;

/** Concurrency when the items of a statement that took too long are sent one by one. */
const AT_ONCE = 4;

/**
 * Sends all items in one statement. If Postgres refuses it, nothing was done: each half is then
 * sent on its own, and so on, so that only faulty items fail, and one among many costs few
 * statements. If the outcome is unknown, throws the error, because sending again could apply it
 * twice. With `waitsElsewhere` also throws when a lock was met: the caller handles such items
 * another way.
 */
export async function sendOrHalve<Item, Outcome>(
  items: Item[],
  send: Send<Item, Outcome>,
  waitsElsewhere = false,
): Promise<PromiseSettledResult<Outcome>[]> {
  try {
    return await send(items);
  } catch (error) {
    const failed = classifyDatabaseError(error);
    if (items.length === 1 || failed === 'unknown' || (failed === 'wait' && waitsElsewhere)) throw error;
    if (sqlState(error) === QUERY_CANCELED) return sendEach(items, send);
  }
  const middle = Math.ceil(items.length / 2);
  const outcomes: PromiseSettledResult<Outcome>[] = [];
  for (const half of [items.slice(0, middle), items.slice(middle)]) {
    outcomes.push(...(await settled(half, sendOrHalve(half, send, waitsElsewhere))));
  }
  return outcomes;
}

/** Halving would repeat the timeout for the half with the slow item. */
async function sendEach<Item, Outcome>(
  items: Item[],
  send: Send<Item, Outcome>,
): Promise<PromiseSettledResult<Outcome>[]> {
  const outcomes: PromiseSettledResult<Outcome>[] = [];
  const waiting = items.entries();
  const sender = async () => {
    for (const [place, item] of waiting) outcomes[place] = (await settled([item], send([item])))[0] ?? NO_OUTCOME;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return outcomes;
}

const NO_OUTCOME: PromiseRejectedResult = {
  status: 'rejected',
  reason: new Error('a shared statement returned fewer outcomes than it had items'),
};

/** Turns an error into the outcome of every item. */
async function settled<Item, Outcome>(
  items: Item[],
  sent: Promise<PromiseSettledResult<Outcome>[]>,
): Promise<PromiseSettledResult<Outcome>[]> {
  try {
    return await sent;
  } catch (reason) {
    return items.map(() => ({ status: 'rejected', reason }));
  }
}
