import type { Client } from 'pg';
import type { Bench } from './bench.js';
import { askedNumbers, spentByAccounts, verifyRequests } from './cached.js';
import { startRegisters } from './registers.js';
import { figure, type Figure, type Report } from './report.js';
import { connect, makeApiKeys, seedAskers, seededDatabase } from './seed.js';
import { startService, type Service } from './service.js';
import { alternate, type Contestant, type Side } from './slices.js';
import { OUTSTANDING, UncachedDriver } from './uncached-driver.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** Enough that no account is the limit: the charges of one account are serial. */
const ACCOUNTS = 1_000;
/** No single account may use all places of a worker. */
const CUSTOMERS = 10;
const CONNECTIONS = [16, 64, 256];
/** Number of connections in the chart. */
const DRAWN = 64;

/**
 * Measures what one more process adds on this machine: API processes for known names, workers for
 * unknown ones.
 */
export async function benchScaling(bench: Bench): Promise<Report> {
  const known = await scaleApis(bench);
  const unknown = await scaleWorkers(bench);
  const series = {
    title: `Known verifications a second, ${DRAWN} connections`,
    x: 'API processes',
    y: 'answers/s',
    points: known.points,
  };
  return {
    path: 'scaling',
    title: 'POST /v1/verify, by processes and connections',
    sides: [...known.sides, ...unknown.sides],
    figures: [...known.figures, ...unknown.figures],
    series,
  };
}

/** Returns 1, 2, 4 and so on, up to `most`. */
function counts(most: number): number[] {
  const doubled: number[] = [];
  for (let count = 1; count <= most; count *= 2) doubled.push(count);
  return doubled;
}

async function scaleApis({ stage, client, slices, entities, processes, say }: Bench) {
  const apiKeys = makeApiKeys(ACCOUNTS);
  const databaseUrl = await seededDatabase(stage, apiKeys, entities);
  const session = await connect(databaseUrl);
  const numbers = askedNumbers(entities);
  await seedAskers(session, numbers);
  const apis: Service[] = [];
  try {
    const [fewest = 1, ...more] = counts(processes);
    const most = Math.max(fewest, ...more);
    while (apis.length < most) apis.push(await startService(stage, { databaseUrl, env: { ROLE: 'api' } }));
    const requests = verifyRequests(apiKeys, numbers);
    const sides: Side[] = [];
    const figures: Figure[] = [];
    const points: [number, number][] = [];
    for (const connections of CONNECTIONS) {
      say(`  ${connections} connections`);
      const contestants = [fewest, ...more].map((count) =>
        installationOf(apis.slice(0, count), session, requests, connections),
      );
      const taken = await alternate(client, contestants, { ...slices, connections });
      sides.push(...taken);
      const [one, ...others] = taken;
      for (const [at, side] of others.entries()) {
        const name = `API processes: ${more[at]} against 1, ${connections} connections`;
        figures.push(figure('scaling', name, side.median.perSecond / one!.median.perSecond));
      }
      if (connections === DRAWN) {
        points.push(...taken.map((side, at): [number, number] => [2 ** at, side.median.perSecond]));
      }
    }
    return { sides, figures, points };
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
    await session.end();
  }
}

function installationOf(
  apis: readonly Service[],
  session: Client,
  requests: Contestant['requests'],
  connections: number,
): Contestant {
  const [first, ...beside] = apis;
  return {
    name: `${apis.length} API, ${connections} connections`,
    url: first!.url,
    pid: first!.pid,
    beside,
    requests,
    session,
    written: spentByAccounts('credit_balance'),
    perAnswer: 1,
  };
}

/** Starts each worker only when its turn comes, because an idle worker takes work, too. */
async function scaleWorkers({ stage, slices, processes, say }: Bench) {
  const apiKeys = makeApiKeys(CUSTOMERS);
  const databaseUrl = await seededDatabase(stage, apiKeys, 0);
  const session = await connect(databaseUrl);
  const registers = await startRegisters();
  const receiver = await WebhookReceiver.listen();
  // Answers expire at once, so that every question goes to the register.
  const env = { ...registers.env, ENTITY_CACHE_TTL: '1ms', WEBHOOK_ALLOW_PRIVATE: 'true' };
  const started: Service[] = [];
  const start = async (ROLE: string) => {
    const service = await startService(stage, { databaseUrl, env: { ...env, ROLE } });
    started.push(service);
    return service;
  };
  try {
    const api = await start('api');
    const driver = new UncachedDriver(registers.names, receiver);
    const sides: Side[] = [];
    for (const count of counts(processes)) {
      say(`  ${count} of the workers`);
      while (started.length <= count) await start('worker');
      const name = `1 API, ${count} workers, ${OUTSTANDING} unknown`;
      const installation = { ...api, beside: started.slice(1), session, header: 'x-api-key', customers: apiKeys };
      // All counts share a database, so the final check counts them under one name.
      const worker = { ...installation, name: 'service' };
      const [side] = await driver.alternate([worker], slices);
      await driver.requireAllCompleted(worker);
      sides.push({ ...side!, name });
    }
    const [one, ...others] = sides;
    const figures = others.map(({ median }, at) =>
      figure('scaling', `workers: ${2 ** (at + 1)} against 1`, median.perSecond / one!.median.perSecond),
    );
    return { sides, figures };
  } finally {
    await Promise.all([...started.map((service) => service.stop()), registers.stop()]);
    await receiver.close();
    await session.end();
  }
}
