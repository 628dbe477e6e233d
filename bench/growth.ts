import type { Bench } from './bench.js';
import { askedNumbers, spentByAccounts, verifyRequests } from './cached.js';
import { figure, type Figure, type Report } from './report.js';
import { connect, makeApiKeys, seedAskers, seededDatabase, seedEntities } from './seed.js';
import { startService } from './service.js';
import { alternate, ratioOf, type Contestant, type Side } from './slices.js';

const SMALLEST = 10_000;
/** Enough that measuring alone does not put all of them in a cache. */
const DIFFERENT_REQUESTS = 50_000;

/**
 * Compares verifications of known names in a table that grows tenfold at a time with a service
 * whose table stays small. The two alternate, so that other load on the machine affects both.
 */
export async function benchGrowth(bench: Bench): Promise<Report> {
  const { stage, client, slices, largest, say } = bench;
  const apiKeys = makeApiKeys(1);
  const small = await contestant(bench, apiKeys, await seededDatabase(stage, apiKeys, SMALLEST), SMALLEST);
  const grown = await seededDatabase(stage, apiKeys, SMALLEST);
  const sides: Side[] = [];
  const figures: Figure[] = [];
  const points: [number, number][] = [[SMALLEST, 1]];
  try {
    let seeded = SMALLEST;
    for (const size of sizesUpTo(largest)) {
      say(`  growing to ${size.toLocaleString('en-US')} entities`);
      const session = await connect(grown);
      await seedEntities(session, seeded + 1, size);
      await session.end();
      seeded = size;
      const large = await contestant(bench, apiKeys, grown, size);
      const [mine, base] = await alternate(client, [large.contestant, small.contestant], slices);
      await large.end();
      sides.push(mine!, base!);
      const ratio = ratioOf(mine!, base!) ?? 0;
      points.push([size, ratio]);
      figures.push(figure('growth', `rate at ${size.toLocaleString('en-US')} entities against 10,000`, ratio));
    }
  } finally {
    await small.end();
  }
  const series = { title: 'Rate of known verifications against 10,000 entities', x: 'entities', y: 'ratio', points };
  return { path: 'growth', title: 'POST /v1/verify, known, in a growing table', sides, figures, series };
}

function sizesUpTo(largest: number): number[] {
  const sizes: number[] = [];
  for (let size = SMALLEST * 10; size < largest; size *= 10) sizes.push(size);
  return [...sizes, largest];
}

async function contestant({ stage }: Bench, apiKeys: string[], databaseUrl: string, entities: number) {
  const session = await connect(databaseUrl);
  const numbers = askedNumbers(entities, Math.min(entities, DIFFERENT_REQUESTS));
  await seedAskers(session, numbers);
  await session.query('checkpoint').catch(() => undefined);
  const service = await startService(stage, { databaseUrl });
  const made: Contestant = {
    ...service,
    name: `${entities.toLocaleString('en-US')} entities`,
    session,
    requests: verifyRequests(apiKeys, numbers),
    written: spentByAccounts('credit_balance'),
    perAnswer: 1,
  };
  const end = async () => {
    await service.stop();
    await session.end();
  };
  return { contestant: made, end };
}
