import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { RUN_TYPESCRIPT } from '../../setup/run-typescript.js';

const run = promisify(execFile);
const HERE = 'test/stress/containers';
/** From nothing: the engine is unpacked in some ten seconds, its images are made in a minute and a half. */
const PREPARE_LIMIT = '300s';
const MAX_OUTPUT = 50_000_000;

/** What is brought up: Compose's name for it, its files, and what they are filled in with. */
export interface Project {
  name: string;
  files: readonly string[];
  /** Where Compose looks for what the files name; the folder of the first file when left out. */
  folder?: string;
  env?: Record<string, string>;
}

/** A container engine with one project: the machine's own, or one that is unpacked for these tests. */
export interface Engine {
  docker(...args: string[]): Promise<string>;
  compose(...args: string[]): Promise<string>;
  /** Brings everything up and waits until it is healthy; says what the containers said when it does not come to that. */
  up(...options: string[]): Promise<void>;
  /** A program of ours in the network where published ports are. */
  caller(program: string, ...args: string[]): ChildProcess;
  /** What puts a command into the network where published ports are. */
  through: readonly string[];
  /** All containers of these services, the ended ones too. */
  containers(...services: string[]): Promise<Container[]>;
  /** The address of this machine in the project's network. */
  gateway(network: string): Promise<string>;
  close(): Promise<void>;
}

export interface Container {
  Id: string;
  RestartCount: number;
  Config: { User: string; Env: string[] };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null };
  State: { Pid: number; Status: string; ExitCode: number; StartedAt: string; FinishedAt: string; Health?: Health };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
}

interface Health {
  Status: string;
  Log: { Start: string; ExitCode: number }[];
}

/** `short` runs wherever an engine can be had, `long` only when it is asked for. */
type Form = 'short' | 'long';

/** Why these tests cannot run here; `undefined` when they can. Prepares the engine and its images, once. */
export function whyNot(form: Form): string | undefined {
  const asked = process.env['CONTAINERS'];
  if (!asked) return 'they take minutes: CONTAINERS=1 npm run test:stress -- --runInBand containers';
  if (form === 'long' && asked === 'short')
    return 'they take minutes more: CONTAINERS=1 npm run test:stress -- --runInBand containers';
  const unavailable = process.env['NO_ENGINE'];
  if (unavailable) return unavailable;
  if (hasDocker()) return undefined;
  // `timeout` ends everything that was begun, which spawnSync would not.
  const bounded = ['--kill-after=20', PREPARE_LIMIT, `${HERE}/engine.sh`, 'prepare'];
  const prepared = spawnSync('timeout', bounded, { encoding: 'utf8' });
  if (prepared.status === 0) return undefined;
  return prepared.stderr?.trim().split('\n').at(-1) || 'no container engine could be prepared in time';
}

function hasDocker(): boolean {
  return spawnSync('docker', ['compose', 'version']).status === 0 && spawnSync('docker', ['info']).status === 0;
}

export async function startEngine(project: Project): Promise<Engine> {
  const own = !hasDocker();
  if (own) await run(`${HERE}/engine.sh`, ['start'], { maxBuffer: MAX_OUTPUT });
  const settings = own ? await ownSettings() : {};
  const { IN_ENGINE = '' } = settings;
  const through = IN_ENGINE.split(' ').filter(Boolean);
  const env = { ...process.env, ...settings, COMPOSE_PROGRESS: 'quiet', ...project.env };
  const docker = async (...args: string[]) => (await run('docker', args, { env, maxBuffer: MAX_OUTPUT })).stdout;
  const chosen = [
    ...['--project-name', project.name],
    ...(project.folder === undefined ? [] : ['--project-directory', project.folder]),
    ...project.files.flatMap((file) => ['--file', file]),
  ];
  const compose = (...args: string[]) => docker('compose', ...chosen, ...args);
  return {
    docker,
    compose,
    through,
    up: async (...options) => {
      const up = ['up', ...options, '--detach', '--wait', '--wait-timeout', '300'];
      await compose(...up).catch(async (error: Error) => {
        const said = await compose('logs', '--no-color', '--tail', '15');
        throw new Error(`${error.message}\n${said}`);
      });
    },
    caller: (program, ...args) => {
      const [command = '', ...rest] = [...through, process.execPath, ...RUN_TYPESCRIPT, `${HERE}/${program}`, ...args];
      return spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'], env });
    },
    containers: async (...services) => {
      const ids = (await compose('ps', '--all', '--quiet', ...services)).trim().split('\n');
      return JSON.parse(await docker('inspect', ...ids)) as Container[];
    },
    gateway: async (network) => {
      const [described] = JSON.parse(await docker('network', 'inspect', `${project.name}_${network}`)) as {
        IPAM: { Config: { Gateway: string }[] };
      }[];
      return described!.IPAM.Config[0]!.Gateway;
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
