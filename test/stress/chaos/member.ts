import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram, type Program } from '../../support/program.js';

const START_TRIES = 5;

/**
 * One process of the installation. It is replaced after it is ended, and unexpected ends are
 * complaints.
 */
export class Member {
  private program: Program | undefined;
  private expected = false;
  private replaced: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly env: Record<string, string>,
    private readonly clockFile: string,
    private readonly complain: (what: string) => void,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    for (let tries = 1; this.program === undefined; tries++) {
      try {
        this.program = await startProgram({
          ...this.env,
          PORT: String(this.port),
          CLOCK_OFFSET_FILE: this.clockFile,
          NODE_OPTIONS: `--import ${new URL('stepped-clock.mjs', import.meta.url).href}`,
        });
      } catch (error) {
        // Two faults at once may be too much for a start. Retry, as a supervisor would.
        if (tries === START_TRIES) throw error;
        await sleep(1_000);
      }
    }
    this.expected = false;
    const { process: child, output } = this.program;
    child.once('exit', (code, signal) => {
      if (this.expected) return;
      this.complain(`${this.name} ended by itself (${String(code ?? signal)}): ${output.slice(-3).join(' | ')}`);
    });
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.program?.process.kill(signal);
  }

  /** Ends and restarts the process, one replacement after the other. */
  async replace(ending: 'kill' | 'tellToEnd'): Promise<void> {
    const before = this.replaced;
    this.replaced = (async () => {
      await before;
      await this[ending]();
      await this.start();
    })();
    await this.replaced;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops gracefully. The exit code must be 0. */
  private async tellToEnd(): Promise<void> {
    const startedMs = performance.now();
    const output = this.program?.output ?? [];
    const code = await this.end('SIGTERM');
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    if (code === 0) return;
    const last = output.slice(-5).join(' | ');
    this.complain(`${this.name} was told to end and did so with ${String(code)} after ${seconds} s: ${last}`);
  }

  async stepClock(offsetMs: number): Promise<void> {
    await writeFile(this.clockFile, String(offsetMs));
    this.program?.process.kill('SIGUSR2');
  }

  /** Returns the reason it is not ready; `undefined` if it is. */
  async unready(): Promise<string | undefined> {
    try {
      const answer = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(3_000) });
      return answer.status === 200 ? undefined : `${this.name}: ${await answer.text()}`;
    } catch (error) {
      return `${this.name}: ${String(error)}`;
    }
  }

  private async end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    this.expected = true;
    const code = await this.program?.stop(signal);
    this.program = undefined;
    return code;
  }
}
