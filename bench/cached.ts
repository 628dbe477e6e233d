import type { Client } from 'pg';
import type { Bench } from './bench.js';
import type { LoadRequest } from './client.js';
import { makeVerifyBaseline } from './baselines/verify-schema.js';
import { startBaseline } from './baselines/baseline.js';
import { figure, type Report } from './report.js';
import { connect, entityId, entityJurisdiction, entityName, makeApiKeys, seedAskers, seededDatabase } from './seed.js';
import { startService } from './service.js';
import { alternate, ratioOf, type Contestant } from './slices.js';

const DIFFERENT_REQUESTS = 2_000;
/** Spreads the requests over the whole table: a prime that divides no usual table size. */
const STRIDE = 7_919;

export type CachedPath = 'verify' | 'verify-1000' | 'entity';

const TITLES: Record<CachedPath, string> = {
  verify: 'POST /v1/verify, known, one busy account',
  'verify-1000': 'POST /v1/verify, known, 1,000 accounts',
  entity: 'GET /v1/entity/:id',
};

/** Compares known names and entities with the leanest correct program for the same. */
export async function benchCached(bench: Bench, path: CachedPath): Promise<Report> {
  const running = await startContestants(bench, path);
  try {
    const [mine, theirs] = await alternate(bench.client, running.contestants, bench.slices);
    const ratio = ratioOf(mine!, theirs!) ?? 0;
    const figures = [
      figure(path, 'rate against the baseline', ratio),
      figure(path, 'p99', mine!.median.p99Ms, 'ms'),
      figure(path, 'p99 against the baseline', mine!.median.p99Ms / theirs!.median.p99Ms),
    ];
    const cpu = ratioOf(mine!, theirs!, 'cpuUs');
    if (cpu !== undefined) figures.push(figure(path, 'processor time against the baseline', cpu));
    return { path, title: TITLES[path], sides: [mine!, theirs!], figures };
  } finally {
    await running.stop();
    await running.end();
  }
}

/**
 * The running service and baseline. Their sessions stay open after `stop`, so that their databases
 * can still be read.
 */
export interface Running {
  contestants: Contestant[];
  stop(): Promise<void>;
  end(): Promise<void>;
}

export async function startContestants(
  bench: Bench,
  path: CachedPath,
  { profileBaseline, prepare }: { profileBaseline?: boolean; prepare?: (session: Client) => Promise<void> } = {},
): Promise<Running> {
  const { stage, entities, profileDir } = bench;
  const apiKeys = makeApiKeys(path === 'verify-1000' ? 1_000 : 1);
  const ours = await seededDatabase(stage, apiKeys, entities);
  const baselines = await stage.newDatabase();
  const sessions = [await connect(ours), await connect(baselines)] as const;
  const numbers = askedNumbers(entities);
  await seedAskers(sessions[0], numbers);
  await makeVerifyBaseline(sessions[1], apiKeys, entities);
  for (const session of sessions) await prepare?.(session);
  const service = await startService(stage, { databaseUrl: ours, profileDir });
  const baseline = await startBaseline('verify', stage, baselines, {}, profileBaseline ? profileDir : undefined);
  const spent = path !== 'entity';
  const requestsOf = (idOf: (n: number) => string) =>
    spent ? verifyRequests(apiKeys, numbers) : entityRequests(apiKeys[0]!, numbers, idOf);
  const contestants: Contestant[] = [
    {
      name: 'service',
      ...service,
      session: sessions[0],
      requests: requestsOf(entityId),
      written: spent ? spentByAccounts('credit_balance') : undefined,
      perAnswer: 1,
    },
    {
      name: 'baseline',
      ...baseline,
      session: sessions[1],
      requests: requestsOf(String),
      written: spent ? spentByAccounts('balance') : undefined,
      perAnswer: 1,
    },
  ];
  return {
    contestants,
    stop: async () => void (await Promise.all([service.stop(), baseline.stop()])),
    end: async () => {
      for (const session of sessions) await session.end();
    },
  };
}

/** Returns the numbers of the entities to request, spread over the whole table. */
export function askedNumbers(entities: number, requests = DIFFERENT_REQUESTS): number[] {
  return Array.from({ length: requests }, (_, at) => 1 + ((at * STRIDE) % entities));
}

export function verifyRequests(apiKeys: readonly string[], numbers: readonly number[]): LoadRequest[] {
  return numbers.map((n, at) =>
    postOf(apiKeys[at % apiKeys.length]!, '/v1/verify', {
      entity_name: entityName(n),
      jurisdiction: entityJurisdiction(n),
    }),
  );
}

export function postOf(apiKey: string, path: string, body: object): LoadRequest {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

export function entityRequests(apiKey: string, numbers: readonly number[], idOf: (n: number) => string): LoadRequest[] {
  return numbers.map((n) => ({
    method: 'GET',
    path: `/v1/entity/${idOf(n)}`,
    headers: { 'x-api-key': apiKey },
    body: undefined,
  }));
}

export function spentByAccounts(column: string): (session: Client) => Promise<number> {
  return async (session) => {
    const { rows } = await session.query<{ spent: string }>(`select -sum(${column}) as spent from accounts`);
    return Number(rows[0]?.spent);
  };
}
