import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import Queue from 'bull';
import { BullJobs } from '../../src/adapters/bull/jobs.js';
import { InProcessJobs } from '../../src/adapters/in-process/jobs.js';
import type { JobEntry, JobKind } from '../../src/core/ports.js';
import { MemoryLog } from '../fakes.js';
import { describeWithRedis } from '../redis.js';
import { itKeepsThePromisesOfJobs } from './jobs.suite.js';

describe('jobs in process', () => {
  itKeepsThePromisesOfJobs(async (log) => new InProcessJobs(log));
});

describeWithRedis('jobs on Bull', (redisUrl) => {
  itKeepsThePromisesOfJobs(async (log) => {
    const prefix = `test-${randomUUID()}`;
    const queue = (kind: JobKind) => new Queue<JobEntry>(kind, redisUrl, { prefix });
    return new BullJobs({ retrieval: queue('retrieval'), delivery: queue('delivery') }, log);
  });
});

describe('jobs on Bull without a Redis', () => {
  it('gives up on an entry in less than two seconds, and says so', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const queue = (kind: JobKind) => new Queue<JobEntry>(kind, `redis://127.0.0.1:${port}`);
    const jobs = new BullJobs({ retrieval: queue('retrieval'), delivery: queue('delivery') }, new MemoryLog());
    const started = Date.now();
    expect(await jobs.enter({ kind: 'retrieval', id: randomUUID(), turn: 1 })).toBe(false);
    expect(Date.now() - started).toBeLessThan(2_000);
    await jobs.stop(100);
    silent.close();
  });
});
