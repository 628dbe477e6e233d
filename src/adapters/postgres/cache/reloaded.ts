import type { Log } from '../../../core/ports.js';

/** In case a notification was missed. */
const RELOAD_MS = 15_000;

/** Reads a small table into memory: at the start, from time to time, and after a known change. */
export class Reloaded {
  private timer: NodeJS.Timeout | undefined;
  private loading: Promise<void> = Promise.resolve();

  constructor(
    private readonly read: () => Promise<void>,
    /** The table's content, for the log. */
    private readonly what: string,
    private readonly log: Log,
  ) {}

  async open(): Promise<void> {
    this.timer = setInterval(() => this.loadLater(), RELOAD_MS);
    this.timer.unref();
    await this.load();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.loading.catch(() => undefined);
  }

  /** Reads are serialized: an older read that finished last would undo a newer one. */
  load(): Promise<void> {
    this.loading = this.loading.catch(() => undefined).then(() => this.read());
    return this.loading;
  }

  loadLater(): void {
    this.load().catch((error: unknown) => {
      this.log.warn(`the ${this.what} could not be refreshed`, { error });
    });
  }
}
