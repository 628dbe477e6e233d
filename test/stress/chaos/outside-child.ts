import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Counts, OutsideSettings } from './outside/outside.js';

const OUTSIDE = new URL('outside-process.ts', import.meta.url);
const TYPESCRIPT = new URL('../../setup/typescript.mjs', import.meta.url).href;

/** A handle of the outside process: starts and stops it, and reports its progress. */
export class OutsideChild {
  readonly opened: Promise<unknown>;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  private counts: Counts = { asked: 0, told: 0, open: 0 };

  /** The command `through` runs Node elsewhere, for example in another network. */
  constructor(settings: OutsideSettings, through: readonly string[] = []) {
    const [execPath, ...execArgv] = [...through, process.execPath, '--import', TYPESCRIPT];
    this.child = fork(OUTSIDE, [JSON.stringify(settings)], { execPath, execArgv });
    this.ended = once(this.child, 'exit');
    this.opened = new Promise((resolve, reject) => {
      this.child.on('message', (message: { open?: true; counts?: Counts }) => {
        if (message.counts) this.counts = message.counts;
        if (message.open) resolve(undefined);
      });
      void this.ended.then(() => reject(new Error('the outside ended before it had begun')));
    });
  }

  get status(): string {
    const { asked, told, open } = this.counts;
    return `${asked} requests, ${told} webhooks, ${open} open`;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  async finish(say: (line: string) => void): Promise<void> {
    this.child.send('stop');
    const telling = setInterval(() => say(`      ${this.status}`), 10_000);
    await this.ended.finally(() => clearInterval(telling));
  }
}
