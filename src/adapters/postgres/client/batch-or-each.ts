import { sqlState } from './sql-state.js';

/** The statement was refused for what it said, so nothing of it was done: data exception, integrity violation, lost against another, raised. */
const REFUSED = /^(22|23|40001|40P01|P0)/;

/**
 * Sends all in one statement; when Postgres refuses that, one after the other, so that each fails for itself and not for its neighbours. Of any other
 * error, a lost connection above all, nobody knows what came of it, and trying again could do it twice: that is thrown.
 */
export async function batchOrEach<Item, Outcome>(
  items: Item[],
  send: (items: Item[]) => Promise<PromiseSettledResult<Outcome>[]>,
): Promise<PromiseSettledResult<Outcome>[]> {
  try {
    return await send(items);
  } catch (error) {
    if (items.length === 1 || !REFUSED.test(sqlState(error) ?? '')) throw error;
  }
  const outcomes: PromiseSettledResult<Outcome>[] = [];
  for (const item of items) {
    const [sent] = await Promise.allSettled([send([item])]);
    outcomes.push(...(sent.status === 'fulfilled' ? sent.value : [sent]));
  }
  return outcomes;
}
