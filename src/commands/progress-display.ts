import type { ImportProgress } from '../adapters/registries/bulk/importing/load.js';

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_CHARACTERS = 24;
const TERMINAL_EVERY_MS = 100;
const PLAIN_EVERY_MS = 2_000;

/** How far an import is: one line that is drawn again on a terminal, and a line now and then anywhere else. */
export class ProgressDisplay {
  private readonly startedAt: number;
  private shownAt: number;
  private phase = '';

  constructor(
    private readonly output: Output,
    private readonly now: () => number = Date.now,
  ) {
    this.startedAt = now();
    this.shownAt = this.startedAt;
  }

  show(progress: ImportProgress): void {
    const every = this.output.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS;
    const due = this.now() - this.shownAt >= every || (progress.phase !== this.phase && progress.phase === 'indexing');
    this.phase = progress.phase;
    if (!due) return;
    this.shownAt = this.now();
    const line = this.line(progress);
    this.output.write(this.output.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
  }

  /** Leaves the terminal's line clean for what is said next. */
  end(): void {
    if (this.output.isTTY) this.output.write('\r\u001b[K');
  }

  private line({ phase, rows, bytes, totalBytes }: ImportProgress): string {
    const count = rows.toLocaleString('en-US');
    if (phase === 'indexing') return `${count} rows read; building the indexes`;
    const seconds = Math.max(0.001, (this.now() - this.startedAt) / 1000);
    const share = totalBytes === 0 ? 0 : Math.min(1, bytes / totalBytes);
    const left = share === 0 ? '?' : duration((seconds / share) * (1 - share));
    const speed = Math.round(rows / seconds).toLocaleString('en-US');
    return `${this.bar(share)}${Math.floor(share * 100)} %  ${count} rows  ${speed} rows/s  ${left} left`;
  }

  private bar(share: number): string {
    if (!this.output.isTTY) return '';
    const full = Math.round(share * BAR_CHARACTERS);
    return `[${'#'.repeat(full)}${'.'.repeat(BAR_CHARACTERS - full)}] `;
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
