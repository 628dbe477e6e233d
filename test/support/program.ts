import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { IN_VAIN_MS } from './until.js';

/** The compiled program in a separate process, as `npm start` runs it. */
export interface Program {
  url: string;
  process: ChildProcess;
  output: string[];
  /** Stops the program and resolves with its exit code; `null` after a kill. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the program of this repository, or the one in `folder`. */
export async function startProgram(env: Record<string, string>, folder = process.cwd()): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'standing-program-'));
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      ENV_FILE: '/dev/null',
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: 'dist/.compile-cache',
      RATE_LIMIT_PER_MINUTE: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const stdout = createInterface({ input: child.stdout }).on('line', (line) => output.push(line));
  const exited = once(child, 'exit').then(async (ended) => {
    await rm(dataDir, { recursive: true, force: true });
    return ended as [number | null];
  });
  const stop: Program['stop'] = async (signal = 'SIGTERM') => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  const limit = setTimeout(() => child.kill('SIGKILL'), IN_VAIN_MS);
  const url = await Promise.race([readyAddress(stdout), exited.then(() => undefined)]);
  clearTimeout(limit);
  if (url === undefined) throw new Error(`the program ended before it was ready:\n${output.join('\n')}`);
  return { url, process: child, output, stop };
}

/** Signs up with the code that the program prints to its console, and returns the key. */
export async function keyFrom({ url, output }: Program): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...body }),
    });
  await post('/v1/auth/request-access', { accept_terms: true });
  const said = () => output.findLast((line) => line.startsWith(`e-mail to ${email}:`));
  while (!said()) await sleep(20);
  const [code] = /\b\d{6}\b/.exec(said()!)!;
  return ((await (await post('/v1/auth/verify-access', { code })).json()) as { api_key: string }).api_key;
}

/** Sends a request with a key and returns the JSON answer. Waits up to 20 s for jobs. */
export async function askProgram(
  { url }: Program,
  key: string,
  [method, path]: [method: string, path: string],
  body?: object,
): Promise<any> {
  const headers = { 'x-api-key': key, prefer: 'wait=20' };
  const init = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(url + path, { method, headers, ...init })).json();
}

function readyAddress(stdout: Interface): Promise<string> {
  return new Promise((resolve) => {
    stdout.on('line', (line: string) => {
      const [, url] = /^Standing (?:is ready|runs as a worker; its health is) at (https?:\/\/[^/\s]+)/.exec(line) ?? [];
      if (url) resolve(url);
    });
  });
}
