import type { Bench } from './bench.js';
import { askedNumbers, spentByAccounts, verifyRequests } from './cached.js';
import { figure, type Report } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { startService } from './service.js';
import { alternate, ratioOf, type Contestant } from './slices.js';

/** More than a key spends here, and the largest possible budget. */
const BUDGET = { credits: 1_000_000_000, every: 'month' };

/**
 * Compares known names requested by a key with a budget and by one without, from two accounts of
 * the same service.
 */
export async function benchBudgets({ stage, client, slices, entities, profileDir }: Bench): Promise<Report> {
  const apiKeys = makeApiKeys(2);
  const [free, limited] = apiKeys as [string, string];
  const databaseUrl = await seededDatabase(stage, apiKeys, entities);
  const session = await connect(databaseUrl);
  const service = await startService(stage, { databaseUrl, profileDir });
  try {
    await giveBudget(service.url, limited);
    const numbers = askedNumbers(entities);
    const shared = { ...service, session, written: spentByAccounts('credit_balance'), perAnswer: 1 };
    const contestants: Contestant[] = [
      { ...shared, name: 'with a budget', requests: verifyRequests([limited], numbers) },
      { ...shared, name: 'without', requests: verifyRequests([free], numbers) },
    ];
    const [withBudget, without] = await alternate(client, contestants, slices);
    return {
      path: 'budgets',
      title: 'POST /v1/verify, known, by a key with a budget',
      sides: [withBudget!, without!],
      figures: [
        figure('budgets', 'rate against a key without one', ratioOf(withBudget!, without!) ?? 0),
        figure('budgets', 'p99', withBudget!.median.p99Ms, 'ms'),
      ],
    };
  } finally {
    await service.stop();
    await session.end();
  }
}

async function giveBudget(url: string, key: string): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const account = await fetch(`${url}/v1/account`, { headers });
  const { api_keys } = (await account.json()) as { api_keys: { id: string }[] };
  const answer = await fetch(`${url}/v1/account/keys/${api_keys[0]?.id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ budget: BUDGET }),
  });
  if (answer.status !== 200) throw new Error(`the budget was refused: ${answer.status} ${await answer.text()}`);
}
