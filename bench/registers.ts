import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiled } from '../test/setup/run-typescript.js';
import { BUNDLED_EXTRACTS, loadExtract } from '@standing/sandbox/extracts';
import { isForced } from '@standing/sandbox';
import { US_CO } from '@standing/sandbox/registers/us-co/played';
import { US_CT } from '@standing/sandbox/registers/us-ct/played';
import { US_NY } from '@standing/sandbox/registers/us-ny/played';
import { US_OR } from '@standing/sandbox/registers/us-or/played';
import { US_PA } from '@standing/sandbox/registers/us-pa/played';

const LATENCY_MS = 20;
const REGISTERS = [US_CO, US_CT, US_NY, US_OR, US_PA];
const SANDBOX = compiled('commands/sandbox.js');

export interface Registers {
  /** One simple question. */
  questionUrl: string;
  /**
   * Points the service to these registers, and gives it a token so that it does not have to wait
   * like an anonymous client.
   */
  env: Record<string, string>;
  /** Names that the registers know, one of each register in turn. */
  names: { entityName: string; jurisdiction: string }[];
  stop(): Promise<void>;
}

/**
 * Starts the sandbox in its own process. Each answer is delayed to take as long as that of a fast
 * register.
 */
export async function startRegisters(): Promise<Registers> {
  const child = spawn(process.execPath, [SANDBOX, '--port', '0', '--latency', String(LATENCY_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = once(lines, 'line').then(([line]) => line as string);
  const said = await Promise.race([first, exited.then(() => '')]);
  const [origin] = /http:\/\/[\d.]+:\d+/.exec(said) ?? [];
  if (origin === undefined) throw new Error(`the sandbox did not start: ${said}`);
  const urlOf = (code: string) => `${origin}/${code}`;
  const variables = REGISTERS.map(({ code }) => [`REGISTRY_${code.toUpperCase().replace('-', '_')}_URL`, urlOf(code)]);
  return {
    questionUrl: `${urlOf(US_CO.code)}/resource/${US_CO.datasets[0].id}.json?$limit=1`,
    env: { ...Object.fromEntries(variables), SOCRATA_APP_TOKEN: 'bench' },
    names: knownNames(),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function knownNames(): Registers['names'] {
  const lists = REGISTERS.map((register) => {
    const { code, nameColumn } = register;
    const rows = loadExtract(BUNDLED_EXTRACTS, code) ?? [];
    const names = rows.filter((row) => register.isLive(row)).flatMap((row) => row[nameColumn] ?? []);
    const distinct = [...new Set(names)].filter((name) => !isForced(name));
    return distinct.map((entityName) => ({ entityName, jurisdiction: code }));
  });
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
