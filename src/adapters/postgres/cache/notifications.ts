import type { OnApplicationShutdown } from '@nestjs/common';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Client, Notification } from 'pg';
import type { Log } from '../../../core/ports.js';
import type { Database, Session } from '../client/database.js';
import { isConnectionFailure, sqlState, TOO_MANY_CONNECTIONS } from '../client/sql-state.js';

/** Notified with the id of a job that has ended. */
export const JOB_ENDED = 'job_ended';

const RECONNECT_MS = 1_000;
const ASK_EVERY_MS = 1_000;
/** Much longer than the shortest question takes in a busy hour. */
const SILENT_MS = 5_000;

/**
 * One listening connection per process. Notifications are a hint and may be missed while it
 * reconnects: a caller that waits for one also looks for himself from time to time. It is asked
 * every second whether Postgres is still there: when it is not, nothing of this process waits for
 * it.
 */
export class Notifications implements OnApplicationShutdown {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly channelListeners = new Map<string, (payload: string) => void>();
  private readonly interruptionListeners: (() => void)[] = [];
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
  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    if (this.session) this.drop(this.session);
    // Otherwise it would take a connection that is never returned.
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

  /** Calls back as soon as something may be missed. */
  onInterruption(callback: () => void): void {
    this.interruptionListeners.push(callback);
  }

  /**
   * Changes whenever something may have been missed; `undefined` while nothing can be received at
   * all.
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

  /** Nobody tells a connection that the other side has gone silent. */
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

  /** One that is lost before it listens is noticed by the code that opens it. */
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
 * A server that has no room for another connection still answers on those it has, and a pool that
 * has none left says nothing of the server.
 */
function isOutOfReach(error: unknown): error is Error {
  return isConnectionFailure(error) && sqlState(error) !== TOO_MANY_CONNECTIONS && !isPoolBusy(error);
}

function isPoolBusy(error: unknown): boolean {
  return (error as Error).message === 'timeout exceeded when trying to connect';
}

const SILENT = new Error(`Postgres gave no answer within ${SILENT_MS} ms`);

/**
 * Resolves with nothing when it is there, and with the error of a connection that is lost or
 * silent.
 */
async function askWhetherThere(client: Client): Promise<Error | undefined> {
  const answer = client.query('select').then(
    () => undefined,
    (error: Error) => error,
  );
  const answered = new AbortController();
  const silence = sleep(SILENT_MS, SILENT, { ref: false, signal: answered.signal }).then(
    // What arrived while this process itself stood still is read first.
    (silent) => nextTurn(silent, { ref: false }),
    () => undefined,
  );
  return Promise.race([answer.finally(() => answered.abort()), silence]);
}
