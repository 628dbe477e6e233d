import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RUN_TYPESCRIPT } from '../setup/run-typescript.js';
import { startServices } from '../setup/services.js';
import type { SuiteOutcome } from './suites-process.js';

const SUITE_LIMIT_MS = 150_000;
/** What suites leave in the memory of a process is not worth looking for. */
const SUITES_A_PROCESS = 40;
const BUILT = ['dist', 'packages/client/dist', 'packages/client/src/openapi.generated.ts'];

/** A copy of the repository, with Postgres and Redis of its own, in which suites run one at a time. */
export class Lane {
  private child: ChildProcess | undefined;
  private suitesRun = 0;
  private isClosed = false;

  private constructor(
    readonly root: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly stopServices: () => Promise<void>,
  ) {}

  static async open(repository: string, number: number): Promise<Lane> {
    // Always the same place: jest finds again what it compiled there.
    const place = createHash('sha256').update(`${repository} ${number}`).digest('hex').slice(0, 8);
    const root = path.join(os.tmpdir(), `standing-mutation-${place}`);
    fs.rmSync(root, { recursive: true, force: true });
    fs.mkdirSync(root);
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: repository,
      encoding: 'utf8',
    });
    for (const file of [...listed.split('\n').filter(Boolean), ...BUILT]) {
      const from = path.join(repository, file);
      if (fs.existsSync(from)) fs.cpSync(from, path.join(root, file), { recursive: true });
    }
    fs.symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'));
    const stopServices = await startServices();
    return new Lane(root, { ...process.env }, stopServices);
  }

  write(file: string, text: string): void {
    fs.writeFileSync(path.join(this.root, file), text);
  }

  /** For ever, once the lane is closed. */
  async run(suite: string): Promise<SuiteOutcome> {
    if (this.isClosed) return new Promise(() => undefined);
    if (this.suitesRun++ % SUITES_A_PROCESS === 0) await this.endProcess();
    const child = (this.child ??= fork(path.join(this.root, 'test/mutation/suites-process.ts'), {
      cwd: this.root,
      env: this.env,
      execArgv: [...RUN_TYPESCRIPT],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    }));
    const startedAt = Date.now();
    const broken = (failure: string): SuiteOutcome => ({ suite, passed: false, failure, ms: Date.now() - startedAt });
    child.send(suite);
    const outcome = await new Promise<SuiteOutcome>((resolve) => {
      const limit = setTimeout(() => resolve(broken('it did not end')), SUITE_LIMIT_MS);
      child.once('message', (message) => {
        clearTimeout(limit);
        resolve(message as SuiteOutcome);
      });
      child.once('exit', () => resolve(broken('its process ended')));
    });
    child.removeAllListeners();
    // What a suite that failed has not closed would disturb the next.
    if (!outcome.passed) await this.endProcess();
    return outcome;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.endProcess();
    await this.stopServices();
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  /** With the programs that its suites started: they are in its group. */
  private async endProcess(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (child?.pid === undefined) return;
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of it is gone already.
    }
    await exited;
  }
}
