import { classifyDatabaseError, QUERY_CANCELED, sqlState } from './sql-state.js';

type Send<Item, Outcome> = (items: Item[]) => Promise<PromiseSettledResult<Outcome>[]>;

/** How many items of a statement that took too long are sent by themselves at the same time. */
const AT_ONCE = 4;

/**
 * Sends all in one statement. When Postgres refuses that, nothing of it was done: then each half is
 * sent by itself, and so on, so that every item fails for itself and not for its neighbours, and
 * one among many costs few statements. When the outcome of the statement is unknown, the error is
 * thrown: sending it again could do it twice. So is that of a statement that met a lock when
 * `waitsElsewhere`: the caller has another way for such items.
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

/** Halves would each take as long again as the one item that takes too long. */
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

/** What is thrown is the outcome of every item. */
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
