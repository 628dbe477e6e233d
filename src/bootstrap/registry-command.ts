import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL(`../commands/registry${extname(import.meta.url)}`, import.meta.url));

export interface EndedCommand {
  /** It ended with exit code 0. */
  done: boolean;
  lines: string[];
  /** On failure, the last line of stderr. */
  reason: string;
}

/** Runs `standing registry` in a child process: long work must not delay requests. */
export function registryCommand(args: readonly string[], signal: AbortSignal): Promise<EndedCommand> {
  const program = [...process.execArgv, COMMAND, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { signal }, (error, stdout, stderr) => {
      const [lines, errors] = [stdout, stderr].map((text) => text.trim().split('\n').filter(Boolean));
      const reason = errors?.at(-1) ?? error?.message ?? '';
      resolve({ done: error === null, lines: lines ?? [], reason });
    });
  });
}
