import type { Notification } from 'pg';
import type { Log } from '../../../core/ports.js';
import type { Database, Session } from '../client/database.js';

const RECONNECT_MS = 1_000;

/**
 * One listening connection per process. Notifications are a hint and may be missed while it reconnects: a caller that waits for one also looks
 * for himself from time to time.
 */
export class Notifications {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly channelListeners = new Map<string, (payload: string) => void>();
  private interruptions = 0;
  private listening = false;
  /** From when it is connected, though it may not listen yet. */
  private session: Session | undefined;
  private retry: NodeJS.Timeout | undefined;
  private reopening: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly db: Database,
    private readonly channels: readonly string[],
    private readonly log: Log,
  ) {}

  async open(): Promise<void> {
    const session = await this.db.connect();
    this.session = session;
    session.client.on('notification', (notification: Notification) => this.tell(notification));
    session.client.on('error', (error) => this.lose(session, error));
    try {
      if (!this.closed) await this.listen(session);
    } catch (error) {
      this.drop(session);
      throw error;
    }
    if (this.closed) this.drop(session);
  }

  /** Does not wait for the server, which may be the reason to close. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    if (this.session) this.drop(this.session);
    // Else it would take a connection that nobody gives back.
    await this.reopening;
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

  private async listen(session: Session): Promise<void> {
    for (const channel of this.channels) await session.client.query(`listen ${channel}`);
    if (this.session !== session) throw new Error('the connection was lost as soon as it listened');
    this.listening = true;
  }

  /** One that is lost before it listens is noticed by the code that opens it. */
  private lose(session: Session, error: Error): void {
    const wasListening = this.listening && this.session === session;
    this.drop(session);
    if (!wasListening || this.closed) return;
    this.log.warn('the listening connection to Postgres was lost', { channels: this.channels, error });
    this.scheduleReconnect();
  }

  private drop(session: Session): void {
    if (this.session !== session) return;
    this.session = undefined;
    if (this.listening) this.interruptions += 1;
    this.listening = false;
    session.client.removeAllListeners('notification');
    session.end();
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
