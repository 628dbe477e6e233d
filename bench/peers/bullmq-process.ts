import { AT_ONCE, begin, carryOut, pool, serve, type Job } from '../baselines/jobs-work.js';
import { peer } from './installed.js';

// The same work as in baselines/jobs-process.ts, with BullMQ. Charge and queue are two stores: a
// crash between the two leaves a charged job that never runs.

const { Queue, Worker } = await peer('bullmq');
const connection = { url: process.env['REDIS_URL']!, maxRetriesPerRequest: null };
const prefix = process.env['REDIS_PREFIX']!;
const queue = new Queue('jobs', { connection, prefix });
const worker = new Worker('jobs', ({ data }: { data: Job }) => carryOut(data), {
  connection,
  prefix,
  concurrency: AT_ONCE,
});
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);

await serve(async (asked) => {
  const begun = await begin(pool, asked);
  // BullMQ would take a bare number for an id of its own.
  await queue.add('job', begun.job, { jobId: `job-${begun.job.id}`, removeOnComplete: true, removeOnFail: true });
  return begun;
});
