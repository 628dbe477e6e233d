import type { OnApplicationShutdown } from '@nestjs/common';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Client, Notification } from 'pg';
import type { Log } from '../../../core/ports.js';
import type { Database, Session } from '../client/database.js';
import { isConnectionFailure, sqlState, TOO_MANY_CONNECTIONS } from '../client/sql-state.js';

/** The payload is the id of the job. */
export const JOB_ENDED = 'job_ended';

const RECONNECT_MS = 1_000;
const ASK_EVERY_MS = 1_000;
/** Much longer than the shortest query takes in a busy hour. */
const SILENT_MS = 5_000;

/**
 * One listening connection per process. Notifications are a hint and may be missed during a
 * reconnect: callers that wait for one must also poll from time to time. Checks every second that
 * Postgres responds. If it does not, nothing in this process waits for it.
 */
export class Notifications implements OnApplicationShutdown {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly channelListeners = new Map<string, (payload: string) => void>();
  private readonly interruptionListeners: (() => void)[] = [];
  private interruptions = 0;
  private listening = false;
  /** Set once connected, possibly before it listens. */
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

  /** Does not wait for the server, which may be the reason for the shutdown. */
  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    if (this.session) this.drop(this.session);
    // Otherwise it would acquire a connection and never release it.
    await this.reopening;
  }

  /** Calls back on every notification with this payload, until the returned function is called. */
  on(payload: string, callback: () => void): () => void {
    const callbacks = this.listeners.get(payload) ?? new Set();
    this.listeners.set(payload, callbacks.add(callback));
    return () => {
      callbacks.delete(callback);
      if (callbacks.size === 0 && this.listeners.get(payload) === callbacks) this.listeners.delete(payload);
    };
  }

  onChannel(channel: string, callback: (payload: string) => void): void {
    this.channelListeners.set(channel, callback);
  }

  /** Calls back as soon as notifications may have been missed. */
  onInterruption(callback: () => void): void {
    this.interruptionListeners.push(callback);
  }

  /**
   * Changes whenever notifications may have been missed. `undefined` while none can be received.
   */
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
    this.endOutage();
    void this.watch(session);
  }

  /** Polls, because a connection does not notice that the other side has gone silent. */
  private async watch(session: Session): Promise<void> {
    while (this.session === session) {
      const found = await askWhetherThere(session.client);
      if (found === SILENT) this.beginOutage(SILENT);
      if (found !== undefined) return this.lose(session, found);
      await sleep(ASK_EVERY_MS, undefined, { ref: false });
    }
  }

  private beginOutage(error: Error): void {
    if (this.db.outage.cause) return;
    this.db.outage.begin(error);
    this.log.warn('Postgres cannot be reached', { error });
  }

  private endOutage(): void {
    if (!this.db.outage.cause) return;
    this.db.outage.end();
    this.log.info('Postgres is reachable again');
  }

  /** If the connection is lost before it listens, `open` throws and its caller handles it. */
  private lose(session: Session, error: unknown): void {
    const wasListening = this.listening && this.session === session;
    this.drop(session);
    if (!wasListening || this.closed) return;
    this.log.warn('the listening connection to Postgres was lost', { channels: this.channels, error });
    this.scheduleReconnect();
  }

  private drop(session: Session): void {
    if (this.session !== session) return;
    this.session = undefined;
    if (this.listening) this.interrupt();
    session.client.removeAllListeners('notification');
    session.end();
  }

  private interrupt(): void {
    this.listening = false;
    this.interruptions += 1;
    for (const callback of this.interruptionListeners) callback();
  }

  private scheduleReconnect(): void {
    this.retry = setTimeout(() => {
      this.reopening = this.open().catch((error: unknown) => {
        if (this.closed) return;
        if (isOutOfReach(error)) this.beginOutage(error);
        this.scheduleReconnect();
      });
    }, RECONNECT_MS);
    this.retry.unref();
  }
}

/**
 * A server without room for another connection still answers on its existing ones, and an exhausted
 * pool says nothing about the server.
 */
function isOutOfReach(error: unknown): error is Error {
  return isConnectionFailure(error) && sqlState(error) !== TOO_MANY_CONNECTIONS && !isPoolBusy(error);
}

function isPoolBusy(error: unknown): boolean {
  return (error as Error).message === 'timeout exceeded when trying to connect';
}

const SILENT = new Error(`Postgres gave no answer within ${SILENT_MS} ms`);

/**
 * Resolves to `undefined` if the server responds, else to the error of a lost or silent connection.
 */
async function askWhetherThere(client: Client): Promise<Error | undefined> {
  const answer = client.query('select').then(
    () => undefined,
    (error: Error) => error,
  );
  const answered = new AbortController();
  const silence = sleep(SILENT_MS, SILENT, { ref: false, signal: answered.signal }).then(
    // If this process itself was blocked, read what has arrived in the meantime first.
    (silent) => nextTurn(silent, { ref: false }),
    () => undefined,
  );
  return Promise.race([answer.finally(() => answered.abort()), silence]);
}
