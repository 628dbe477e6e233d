import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RUN_TYPESCRIPT } from '../../test/setup/run-typescript.js';
import { profileOptions } from '../service.js';
import type { Stage } from '../stage.js';

/** Programs the service is compared with: baselines, and what people would use instead. */
const PROGRAMS = {
  verify: './verify-process.ts',
  jobs: './jobs-process.ts',
  bullmq: '../peers/bullmq-process.ts',
  'pg-boss': '../peers/pg-boss-process.ts',
  fastify: '../peers/fastify-process.ts',
  nest: '../peers/nest-process.ts',
};

/** One of these programs in its own process. */
export interface Baseline {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export async function startBaseline(
  program: keyof typeof PROGRAMS,
  stage: Stage,
  databaseUrl: string,
  env: Record<string, string> = {},
  /** Folder for a processor profile, which the program writes on exit. */
  profileDir?: string,
): Promise<Baseline> {
  const child = fork(fileURLToPath(new URL(PROGRAMS[program], import.meta.url)), {
    execArgv: [...RUN_TYPESCRIPT, ...profileOptions(profileDir)],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      REDIS_URL: stage.redisUrl,
      REDIS_PREFIX: stage.redisPrefix,
      ...env,
    },
  });
  const exited = once(child, 'exit');
  const ready = once(child, 'message').then(([url]) => url as string);
  const url = await Promise.race([ready, exited.then(() => undefined)]);
  if (url === undefined) throw new Error(`${program} did not start`);
  const stop = async () => {
    // Node writes a profile only if the process exits by itself.
    if (profileDir === undefined) child.kill();
    else if (child.connected) child.disconnect();
    await exited;
  };
  return { url, pid: child.pid!, stop };
}
