interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_CHARACTERS = 24;
const TERMINAL_EVERY_MS = 100;
const PLAIN_EVERY_MS = 2_000;

export interface ProgressLine {
  /** A line with a new phase is shown at once. */
  phase: string;
  /** Share of the whole, from 0 to 1; omitted if unknown. */
  share?: number;
  text: string;
}

/**
 * Shows the progress of a long task: one line that is redrawn on a terminal, and occasional lines
 * elsewhere.
 */
export class ProgressDisplay<T> {
  private readonly startedAt: number;
  private shownAt: number;
  private phase: string | undefined;

  constructor(
    private readonly output: Output,
    /** `seconds` since the start. */
    private readonly lineOf: (progress: T, seconds: number) => ProgressLine,
    private readonly now: () => number = Date.now,
  ) {
    this.startedAt = now();
    this.shownAt = this.startedAt;
  }

  show(progress: T): void {
    const line = this.lineOf(progress, Math.max(0.001, (this.now() - this.startedAt) / 1000));
    const every = this.output.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS;
    const due = this.now() - this.shownAt >= every || (this.phase !== undefined && line.phase !== this.phase);
    this.phase = line.phase;
    if (!due) return;
    this.shownAt = this.now();
    const text = `${this.portion(line)}${line.text}`;
    this.output.write(this.output.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
  }

  /** Clears the terminal's line for further output. */
  end(): void {
    if (this.output.isTTY) this.output.write('\r\u001b[K');
  }

  private portion({ share }: ProgressLine): string {
    return share === undefined ? '' : `${this.bar(share)}${Math.floor(share * 100)} %  `;
  }

  private bar(share: number): string {
    if (!this.output.isTTY) return '';
    const full = Math.round(share * BAR_CHARACTERS);
    return `[${'#'.repeat(full)}${'.'.repeat(BAR_CHARACTERS - full)}] `;
  }
}

export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
