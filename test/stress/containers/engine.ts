import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { RUN_TYPESCRIPT } from '../../setup/run-typescript.js';

const run = promisify(execFile);
const HERE = 'test/stress/containers';
/**
 * From scratch, unpacking the engine takes about ten seconds and building its images a minute and a
 * half.
 */
const PREPARE_LIMIT = '300s';
const MAX_OUTPUT = 50_000_000;

/** A Compose project: its name, its files and their variables. */
export interface Project {
  name: string;
  files: readonly string[];
  /** Folder for relative paths in the files. `undefined`: the folder of the first file. */
  folder?: string;
  env?: Record<string, string>;
}

/**
 * A container engine with one project: the machine's own engine, or one unpacked for these tests.
 */
export interface Engine {
  docker(...args: string[]): Promise<string>;
  compose(...args: string[]): Promise<string>;
  /**
   * Starts everything and waits until it is healthy; on failure, throws with the logs of the
   * containers.
   */
  up(...options: string[]): Promise<void>;
  /** Runs one of our programs in the network of the published ports. */
  caller(program: string, ...args: string[]): ChildProcess;
  /** Command prefix that runs a command in the network of the published ports. */
  through: readonly string[];
  /** Returns all containers of these services, including exited ones. */
  containers(...services: string[]): Promise<Container[]>;
  /** Returns this machine's address in the project's network. */
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

/** The `short` form runs wherever an engine is available, the `long` one only on request. */
type Form = 'short' | 'long';

/**
 * Returns the reason these tests cannot run here, or `undefined` when they can. Prepares the engine
 * and its images once.
 */
export function whyNot(form: Form): string | undefined {
  const asked = process.env['CONTAINERS'];
  if (!asked) return 'they take minutes: CONTAINERS=1 npm run test:stress -- --runInBand containers';
  if (form === 'long' && asked === 'short')
    return 'they take minutes more: CONTAINERS=1 npm run test:stress -- --runInBand containers';
  const unavailable = process.env['NO_ENGINE'];
  if (unavailable) return unavailable;
  if (hasDocker()) return undefined;
  // Unlike spawnSync, `timeout` also ends the child processes.
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
