import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { RUN_TYPESCRIPT } from '../setup/run-typescript.js';

const run = promisify(execFile);
const HERE = 'test/containers';
const START_LIMIT_MS = 600_000;
const MOST_OUTPUT = 50_000_000;

/** A container engine: the machine's own, or one that is unpacked for these tests. */
export interface Engine {
  docker(...args: string[]): Promise<string>;
  compose(...args: string[]): Promise<string>;
  /** A program of ours in the network where published ports are. */
  caller(...args: string[]): ChildProcess;
  close(): Promise<void>;
}

const PROJECT = 'standing-test';

/** Why these tests cannot run here; `undefined` when they can. */
export function whyNot(): string | undefined {
  if (process.env['CONTAINERS'] !== '1') return 'they take minutes: set CONTAINERS=1 (npm run test:containers)';
  if (hasDocker()) return undefined;
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'there is no container engine, and none can be started without root on Linux';
  if (!existsSync('/etc/debian_version')) return 'there is no container engine, and one is unpacked on Debian only';
  const started = spawnSync(`${HERE}/engine.sh`, ['start'], { encoding: 'utf8', timeout: START_LIMIT_MS });
  if (started.status === 0) return undefined;
  return `no container engine could be started: ${started.stderr?.trim().split('\n').at(-1) ?? 'it took too long'}`;
}

function hasDocker(): boolean {
  return spawnSync('docker', ['compose', 'version']).status === 0 && spawnSync('docker', ['info']).status === 0;
}

export async function startEngine(): Promise<Engine> {
  const own = !hasDocker();
  if (own) await run(`${HERE}/engine.sh`, ['start'], { maxBuffer: MOST_OUTPUT });
  const settings = own ? await ownSettings() : {};
  const { IN_ENGINE: inEngine = '' } = settings as { IN_ENGINE?: string };
  const env: Record<string, string | undefined> = {
    ...process.env,
    ...settings,
    ENCRYPTION_KEY: 'an-encryption-key-for-the-tests-only',
    COMPOSE_FILE: `docker-compose.yml:${HERE}/compose.yml`,
    COMPOSE_PROJECT_NAME: PROJECT,
    COMPOSE_PROGRESS: 'quiet',
  };
  if (own) await run(`${HERE}/standins/make.sh`, [], { env, maxBuffer: MOST_OUTPUT });
  const docker = async (...args: string[]) => (await run('docker', args, { env, maxBuffer: MOST_OUTPUT })).stdout;
  const compose = (...args: string[]) => docker('compose', ...args);
  return {
    docker,
    compose,
    caller: (...args) => {
      const program = [...RUN_TYPESCRIPT, `${HERE}/caller-process.ts`, ...args];
      const [command = process.execPath, ...rest] = inEngine.split(' ').filter(Boolean);
      const through = command === process.execPath ? program : [...rest, process.execPath, ...program];
      return spawn(command, through, { stdio: ['pipe', 'pipe', 'inherit'] });
    },
    close: async () => {
      await compose('down', '--volumes', '--timeout', '30');
      if (own) await run(`${HERE}/engine.sh`, ['stop']);
    },
  };
}

async function ownSettings(): Promise<Record<string, string>> {
  const { stdout } = await run(`${HERE}/engine.sh`, ['env']);
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
}
