import type { Bench } from './bench.js';
import { askedNumbers, verifyRequests } from './cached.js';
import { sizesByKind } from './evidence-sizes.js';
import { figure, type Report } from './report.js';
import { startRegisters } from './registers.js';
import { connect, makeApiKeys, seedAskers, seededDatabase } from './seed.js';
import { startService } from './service.js';
import { alternate, median, type Contestant, type Side } from './slices.js';
import { UncachedDriver } from './uncached-driver.js';
import { WebhookReceiver } from './webhook-receiver.js';

const ACCOUNTS = 10;
const KEPT = ['400d', 'off'] as const;

/**
 * Compares a service that keeps evidence with one that does not, on unknown and known names, and
 * measures the stored size.
 */
export async function benchEvidence(bench: Bench): Promise<Report> {
  const sizes = await sizesByKind(bench.stage);
  const unknown = await unknownNames(bench);
  const known = await knownNames(bench);
  return {
    path: 'evidence',
    title: 'POST /v1/verify, with and without EVIDENCE_KEPT',
    sides: [...unknown, ...known],
    figures: [
      figure('evidence', 'processor time of unknown names against none kept', timeRatio(unknown)),
      figure('evidence', 'processor time of known names against none kept', timeRatio(known)),
      ...sizes.map(({ kind, megabytes }) => figure('evidence', `kept by 1,000 retrievals, ${kind}`, megabytes, 'MB')),
    ],
  };
}

async function unknownNames({ stage, slices, profileDir }: Bench): Promise<Side[]> {
  const registers = await startRegisters();
  const receiver = await WebhookReceiver.listen();
  const customers = makeApiKeys(ACCOUNTS);
  const workers = [];
  for (const kept of KEPT) {
    const databaseUrl = await seededDatabase(stage, customers, 0);
    const env = { ...registers.env, ENTITY_CACHE_TTL: '1ms', WEBHOOK_ALLOW_PRIVATE: 'true', EVIDENCE_KEPT: kept };
    const service = await startService(stage, { databaseUrl, env, profileDir });
    const session = await connect(databaseUrl);
    workers.push({ name: `unknown, kept ${kept}`, ...service, session, header: 'x-api-key', customers });
  }
  const driver = new UncachedDriver(registers.names, receiver);
  try {
    const sides = await driver.alternate(workers, slices);
    for (const worker of workers) await driver.requireAllCompleted(worker);
    return sides;
  } finally {
    for (const worker of workers) await worker.stop();
    for (const { session } of workers) await session.end();
    await registers.stop();
    await receiver.close();
  }
}

async function knownNames({ stage, client, slices, entities, profileDir }: Bench): Promise<Side[]> {
  const apiKeys = makeApiKeys(1);
  const numbers = askedNumbers(entities);
  const contestants: (Contestant & { stop: () => Promise<void> })[] = [];
  for (const kept of KEPT) {
    const databaseUrl = await seededDatabase(stage, apiKeys, entities);
    const session = await connect(databaseUrl);
    await seedAskers(session, numbers);
    const service = await startService(stage, { databaseUrl, env: { EVIDENCE_KEPT: kept }, profileDir });
    const requests = verifyRequests(apiKeys, numbers);
    contestants.push({ name: `known, kept ${kept}`, ...service, session, requests, written: undefined, perAnswer: 1 });
  }
  try {
    return await alternate(client, contestants, slices);
  } finally {
    for (const contestant of contestants) await contestant.stop();
    for (const { session } of contestants) await session.end();
  }
}

/** Returns the median ratio of processor time over the slices, service and Postgres together. */
function timeRatio([kept, none]: readonly Side[]): number {
  const wholeOf = (side: Side | undefined) =>
    side?.slices.map(({ cpuUs = 0, postgresCpuUs = 0 }) => cpuUs + postgresCpuUs) ?? [];
  const others = wholeOf(none);
  return median(wholeOf(kept).map((time, at) => time / (others[at] || Number.NaN)));
}
