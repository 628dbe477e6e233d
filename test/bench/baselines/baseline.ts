import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RUN_TYPESCRIPT } from '../../setup/run-typescript.js';
import type { Stage } from '../stage.js';

/** A baseline program in a process of its own. */
export interface Baseline {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export async function startBaseline(
  program: 'verify' | 'jobs',
  stage: Stage,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Baseline> {
  const child = fork(fileURLToPath(new URL(`${program}-process.ts`, import.meta.url)), {
    execArgv: RUN_TYPESCRIPT,
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
  if (url === undefined) throw new Error(`the baseline of ${program} did not start`);
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { url, pid: child.pid!, stop };
}
