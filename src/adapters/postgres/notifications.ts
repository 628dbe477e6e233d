import type { ClientBase, Notification } from 'pg';
import type { Log } from '../../core/ports.js';
import type { Database } from './database.js';

const RECONNECT_MS = 1_000;

/**
 * One listening connection per process. Notifications are a hint and may be missed while it reconnects: whoever waits for one also looks
 * for himself from time to time.
 */
export class Notifications {
  private readonly listeners = new Map<string, Set<() => void>>();
  private release: (() => Promise<void>) | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly db: Database,
    private readonly channels: readonly string[],
    private readonly log: Log,
  ) {}

  async open(): Promise<void> {
    const { client, release } = await this.db.connect();
    this.release = release;
    client.on('notification', ({ payload }: Notification) => this.tell(payload ?? ''));
    client.once('error', (error) => this.reconnect(client, error));
    for (const channel of this.channels) await client.query(`listen ${channel}`);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.release?.().catch(() => undefined);
  }

  /** Calls back whenever this payload is notified, until the returned function is called. */
  on(payload: string, callback: () => void): () => void {
    const callbacks = this.listeners.get(payload) ?? new Set();
    this.listeners.set(payload, callbacks.add(callback));
    return () => {
      callbacks.delete(callback);
      if (callbacks.size === 0 && this.listeners.get(payload) === callbacks) this.listeners.delete(payload);
    };
  }

  private tell(payload: string): void {
    for (const callback of this.listeners.get(payload) ?? []) callback();
  }

  private reconnect(client: ClientBase, error: Error): void {
    client.removeAllListeners('notification');
    const release = this.release;
    this.release = undefined;
    void release?.().catch(() => undefined);
    if (this.closed) return;
    this.log.warn('the listening connection to Postgres was lost', { channels: this.channels, error });
    this.scheduleReconnect();
  }

  private scheduleReconnect(): void {
    this.retry = setTimeout(() => {
      this.open().catch(() => this.closed || this.scheduleReconnect());
    }, RECONNECT_MS);
    this.retry.unref();
  }
}
