import type { Bench } from './bench.js';
import { askedNumbers, spentByAccounts, verifyRequests } from './cached.js';
import { figure, type Figure } from './report.js';
import { connect, makeApiKeys, seedAskers, seededDatabase } from './seed.js';
import { startService } from './service.js';
import { alternate, ratioOf, type Contestant } from './slices.js';
import { OWNERS, seedWatches, watchesBeside } from './watch-sweeps.js';

/**
 * Compares known names at a service with many watches and at one with the same entities but no
 * watches, alternately.
 */
export async function measureNeighbours(bench: Bench): Promise<Figure[]> {
  const { client, slices, rows, say } = bench;
  const watches = watchesBeside(rows);
  const watching = await contestant(bench, { entities: watches, watches });
  const alone = await contestant(bench, { entities: watches, watches: 0 });
  try {
    const [mine, theirs] = await alternate(client, [watching.contestant, alone.contestant], slices);
    say(`  ${mine!.median.perSecond.toFixed(0)}/s beside ${watches} watches, ${theirs!.median.perSecond.toFixed(0)}/s`);
    const rate = ratioOf(mine!, theirs!) ?? 0;
    return [figure('watches', 'rate of known names against a service without watches', rate)];
  } finally {
    await watching.end();
    await alone.end();
  }
}

async function contestant({ stage, profileDir }: Bench, seeds: { entities: number; watches: number }) {
  const apiKeys = makeApiKeys(OWNERS);
  const databaseUrl = await seededDatabase(stage, apiKeys, seeds.entities);
  const session = await connect(databaseUrl);
  const numbers = askedNumbers(seeds.entities);
  await seedAskers(session, numbers);
  if (seeds.watches > 0) await seedWatches(session, seeds.watches, { sandbox: true });
  const service = await startService(stage, { databaseUrl, profileDir });
  const made: Contestant = {
    ...service,
    name: seeds.watches > 0 ? 'with watches' : 'without',
    session,
    requests: verifyRequests(apiKeys.slice(0, 1), numbers),
    written: spentByAccounts('credit_balance'),
    perAnswer: 1,
  };
  const end = async () => {
    await service.stop();
    await session.end();
  };
  return { contestant: made, end };
}
