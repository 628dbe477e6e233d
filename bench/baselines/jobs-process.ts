import Bull from 'bull';
import { AT_ONCE, begin, carryOut, pool, serve, type Job } from './jobs-work.js';

// The leanest correct program for an uncached POST /v1/verify, with Bull.

const queue = new Bull<Job>('jobs', process.env['REDIS_URL']!, { prefix: process.env['REDIS_PREFIX']! });

void queue.process(AT_ONCE, ({ data }) => carryOut(data));

await serve(async (asked) => {
  const begun = await begin(pool, asked);
  await queue.add(begun.job, { jobId: begun.job.id, removeOnComplete: true, removeOnFail: true });
  return begun;
});
