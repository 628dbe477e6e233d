import { spawn } from 'node:child_process';

/** The operating-system user that a command runs as. Default: the current user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface Finished {
  /** `undefined` if the command could not be started or was killed by a signal. */
  code: number | undefined;
  output: string;
}

/**
 * Runs a program to its end and never throws. The environment is bare, so that no PG* or locale
 * variable reaches it.
 */
export function run(program: string, args: string[], cwd: string, user?: SystemUser): Promise<Finished> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: undefined, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? undefined, output: output.trim() }));
  });
}
