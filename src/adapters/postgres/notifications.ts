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
  private readonly channelListeners = new Map<string, (payload: string) => void>();
  private interruptions = 0;
  private listening = false;
  private release: (() => Promise<void>) | undefined;
  private retry: NodeJS.Timeout | undefined;
  private reopening: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly db: Database,
    private readonly channels: readonly string[],
    private readonly log: Log,
  ) {}

  async open(): Promise<void> {
    const { client, release } = await this.db.connect();
    this.release = release;
    client.on('notification', (notification: Notification) => this.tell(notification));
    client.once('error', (error) => this.reconnect(client, error));
    for (const channel of this.channels) await client.query(`listen ${channel}`);
    this.listening = true;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    // Else it would take a connection that nobody gives back.
    await this.reopening;
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

  /** Calls back for everything that is notified on a channel. */
  onChannel(channel: string, callback: (payload: string) => void): void {
    this.channelListeners.set(channel, callback);
  }

  /** Changes whenever something may have been missed; `undefined` while it cannot be heard at all. */
  get unbrokenSince(): number | undefined {
    return this.listening ? this.interruptions : undefined;
  }

  private tell({ channel, payload = '' }: Notification): void {
    this.channelListeners.get(channel)?.(payload);
    for (const callback of this.listeners.get(payload) ?? []) callback();
  }

  private reconnect(client: ClientBase, error: Error): void {
    client.removeAllListeners('notification');
    this.listening = false;
    this.interruptions += 1;
    const release = this.release;
    this.release = undefined;
    void release?.().catch(() => undefined);
    if (this.closed) return;
    this.log.warn('the listening connection to Postgres was lost', { channels: this.channels, error });
    this.scheduleReconnect();
  }

  private scheduleReconnect(): void {
    this.retry = setTimeout(() => {
      this.reopening = this.open().catch(() => {
        if (!this.closed) this.scheduleReconnect();
      });
    }, RECONNECT_MS);
    this.retry.unref();
  }
}
