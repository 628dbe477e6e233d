import type { Bench } from './bench.js';
import { askedNumbers, spentByAccounts, verifyRequests } from './cached.js';
import { residentBytes } from './processor-time.js';
import { figure, type Report } from './report.js';
import { connect, makeApiKeys, seedAskers, seededDatabase } from './seed.js';
import { startService } from './service.js';
import { measure, median, medianSlice, type Contestant, type Slice } from './slices.js';

/** Stretches of constant load. The memory is read after each. */
const STRETCHES = 120;
/** The first sixth is the warm-up. The first and the last sixth of the rest are compared. */
const SHARE = 1 / 6;

/** Runs at half the maximum load for a long time, to see whether the memory grows. */
export async function benchSoak({ stage, client, slices, entities, soakSeconds, say }: Bench): Promise<Report> {
  const apiKeys = makeApiKeys(1_000);
  const databaseUrl = await seededDatabase(stage, apiKeys, entities);
  const session = await connect(databaseUrl);
  const numbers = askedNumbers(entities);
  await seedAskers(session, numbers);
  const service = await startService(stage, { databaseUrl });
  try {
    const written = spentByAccounts('credit_balance');
    const requests = verifyRequests(apiKeys, numbers);
    const contestant: Contestant = { ...service, name: 'half load', session, requests, written, perAnswer: 1 };
    const { connections, seconds, warmUpSeconds } = slices;
    const full = { connections, first: 0, perSecond: undefined };
    await measure(client, contestant, { ...full, seconds: warmUpSeconds });
    const { slice: most } = await measure(client, contestant, { ...full, seconds });
    const perSecond = Math.max(1, Math.floor(most.perSecond / 2));
    say(`  ${perSecond}/s for ${soakSeconds} s`);
    const taken: Slice[] = [];
    const points: [number, number][] = [];
    let first = 0;
    for (let at = 0; at < STRETCHES; at++) {
      const half = { connections, first, perSecond, seconds: soakSeconds / STRETCHES };
      const { slice, answers } = await measure(client, contestant, half);
      first += answers;
      taken.push(slice);
      points.push([((at + 1) * soakSeconds) / STRETCHES / 60, (residentBytes(service.pid) ?? 0) / 1e6]);
    }
    const [begin, end] = ends(points.map(([, megabytes]) => megabytes));
    const series = { title: 'Resident memory under half load', x: 'minutes', y: 'MB', points };
    return {
      path: 'soak',
      title: 'POST /v1/verify, known, 1,000 accounts, at half load',
      sides: [{ name: 'half load', slices: taken, median: medianSlice(taken) }],
      figures: [
        figure('soak', 'growth of memory', (end / begin - 1) * 100, '%'),
        figure('soak', 'resident at the end', end, 'MB'),
        figure('soak', 'slope of memory', slope(points) * 60, 'MB/h'),
      ],
      series,
    };
  } finally {
    await service.stop();
    await session.end();
  }
}

/** Returns the medians of the second and of the last sixth. */
function ends(values: readonly number[]): [number, number] {
  const size = Math.ceil(values.length * SHARE);
  return [median(values.slice(size, 2 * size)), median(values.slice(-size))];
}

/** Returns the least-squares slope of all but the first sixth: y per x. */
function slope(points: readonly (readonly [number, number])[]): number {
  const kept = points.slice(Math.ceil(points.length * SHARE));
  const mean = (at: 0 | 1) => kept.reduce((sum, point) => sum + point[at], 0) / kept.length;
  const [x, y] = [mean(0), mean(1)];
  const over = kept.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / kept.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
