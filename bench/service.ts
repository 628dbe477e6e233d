import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { compiled } from '../test/setup/run-typescript.js';
import type { Stage } from './stage.js';

const MAIN = compiled('main.js');
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
const [, options = ''] = /exec node (.*) dist\/main\.js/.exec(scripts.start) ?? [];
const NODE_OPTIONS = options.split(' ');
export const READY = /^Standing (?:is ready|runs as a worker; its health is) at (https?:\/\/[^/\s]+)/;
const LAST_LINES = 20;

/** The compiled service in its own process, as `npm start` runs it. */
export interface Service {
  url: string;
  pid: number;
  /** From the start of the process until it reports that it is ready. */
  startMs: number;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  databaseUrl: string | undefined;
  env?: Record<string, string>;
  /** Folder for a processor profile, which the service writes on exit. */
  profileDir?: string | undefined;
  nodeOptions?: string[];
  cwd?: string;
}

/** Returns Node arguments that make a process write a processor profile on exit. */
export function profileOptions(profileDir: string | undefined): string[] {
  return profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profileDir)}`];
}

export async function startService(
  stage: Stage,
  { databaseUrl, env, profileDir, nodeOptions = [], cwd }: ServiceOptions,
): Promise<Service> {
  const startedAt = performance.now();
  const args = [...NODE_OPTIONS, ...nodeOptions, ...profileOptions(profileDir), MAIN];
  const child = spawn(process.execPath, args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      NODE_COMPILE_CACHE: compiled('.compile-cache'),
      DATA_DIR: path.join(stage.scratch, 'service'),
      REDIS_URL: stage.redisUrl,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastLines: string[] = [];
  const keep = (line: string) => {
    lastLines.push(line);
    if (lastLines.length > LAST_LINES) lastLines.shift();
  };
  createInterface({ input: child.stderr }).on('line', keep);
  const url = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      keep(line);
      const [, ready] = READY.exec(line) ?? [];
      if (ready) resolve(ready);
    });
  });
  const exited = once(child, 'exit');
  const ready = await Promise.race([url, exited.then(() => undefined)]);
  if (ready === undefined) throw new Error(`the service ended before it was ready:\n${lastLines.join('\n')}`);
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url: ready, pid: child.pid!, startMs: performance.now() - startedAt, stop };
}
