import { LRUCache } from 'lru-cache';
import type { KeyHolder } from '../../../core/accounts/ports.js';
import type { Entity } from '../../../core/entities/entity.js';
import type { AnswerForName } from '../../../core/entities/ports.js';
import { fromUuid, type Id } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import { ReadLoader } from '../client/read-loader.js';
import { Notifications } from './notifications.js';
import { Injectable } from '../../../core/injectable.js';

/** Limits the damage if a connection is dead without us noticing. */
const REMEMBERED_MS = 15_000;
/** TTL resolution: the clock is read once per interval. */
const TO_WITHIN_MS = 1_000;

/** The cache's state before a read, to detect changes made during it. */
export interface ReadMark {
  changes: number;
  heardSince: number | undefined;
}

/**
 * A short-lived cache for values that busy requests would read thousands of times a second. The
 * process that makes a change drops the entry at once, all others on notification. Nothing is
 * cached while notifications cannot be received. Only existing values are cached, never their
 * absence.
 */
export class InvalidatedCache<Value extends object> {
  private readonly known: LRUCache<string, Value>;
  private changes = 0;

  constructor(
    private readonly notifications: Notifications,
    most: number,
  ) {
    this.known = new LRUCache<string, Value>({ max: most, ttl: REMEMBERED_MS, ttlResolution: TO_WITHIN_MS });
    notifications.onInterruption(() => this.known.clear());
  }

  async find(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const remembered = this.get(name);
    if (remembered) return remembered;
    const readMark = this.before();
    const found = await read();
    if (found) this.set(name, found, readMark);
    return found;
  }

  get(name: string): Value | undefined {
    return this.known.get(name);
  }

  /** Call this before reading a value that is passed to `set`. */
  before(): ReadMark {
    return { changes: this.changes, heardSince: this.notifications.unbrokenSince };
  }

  /** Caches the value, unless anything has changed since the mark: it may have been this value. */
  set(name: string, value: Value, { changes, heardSince }: ReadMark): void {
    const unbroken = heardSince !== undefined && heardSince === this.notifications.unbrokenSince;
    if (unbroken && changes === this.changes) this.known.set(name, value);
  }

  invalidate(name: string): void {
    this.changes += 1;
    this.known.delete(name);
  }

  invalidateWhere(which: (value: Value) => boolean): void {
    this.changes += 1;
    for (const [name, value] of this.known.entries()) if (which(value)) this.known.delete(name);
  }
}

/** Reads through the cache. Concurrent misses are loaded together. */
export class CachedRead<Question, Value extends object> {
  private readonly loader: ReadLoader<Question, Value>;

  constructor(
    private readonly cache: InvalidatedCache<Value>,
    private readonly nameOf: (question: Question) => string,
    read: (questions: readonly Question[]) => Promise<ReadonlyMap<number, Value>>,
  ) {
    this.loader = new ReadLoader(read);
  }

  find(question: Question): Promise<Value | undefined> {
    return this.cache.find(this.nameOf(question), () => this.loader.load(question));
  }
}

/** Notified by Postgres whenever an account or key changes in a way that matters here. */
export const KEY_HOLDER_CHANGED = 'key_holder_changed';

const MAX_KEYS = 10_000;

/**
 * Key holders by the key's digest. Invalidated by a revocation, a closed or disabled account, or a
 * new limit.
 */
@Injectable()
export class ApiKeyCache {
  private readonly known: InvalidatedCache<KeyHolder>;

  constructor(notifications: Notifications) {
    this.known = new InvalidatedCache(notifications, MAX_KEYS);
    notifications.onChannel(KEY_HOLDER_CHANGED, (accountId) => this.forget(fromUuid('acc', accountId)));
  }

  find(digest: string, read: () => Promise<KeyHolder | undefined>): Promise<KeyHolder | undefined> {
    return this.known.find(digest, read);
  }

  forget(accountId: Id<'acc'>): void {
    this.known.invalidateWhere(({ caller }) => caller.accountId === accountId);
  }
}

/** Notified by Postgres on every change to a cached value. */
export const ENTITY_CHANGED = 'entity_changed';
export const ANSWER_CHANGED = 'answer_changed';
export const RANKING_CHANGED = 'ranking_changed';
/**
 * Keeps the channel's old name: in a rolling upgrade, processes of both versions must listen on the
 * same channel.
 */
export const ACCESS_CHANGED = 'access_changed';

/** Some kilobytes each at most. */
const MAX_ENTITIES = 10_000;
const MAX_ANSWERS = 10_000;
const MAX_RANKINGS = 10_000;
const MAX_ASKERS = 20_000;

export interface AccessPair {
  accountId: Id<'acc'>;
  entityId: Id<'ent'>;
}

export interface PaidAccess {
  tier: Tier;
}

export interface CachedRanking {
  entityIds: Id<'ent'>[];
  rankedAt: Date;
}

export interface Named {
  jurisdiction: string;
  sandbox: boolean;
  key: string;
}

@Injectable()
export class EntityCache {
  readonly entities: InvalidatedCache<Entity>;
  readonly answers: InvalidatedCache<AnswerForName>;
  readonly rankings: InvalidatedCache<CachedRanking>;
  readonly accesses: InvalidatedCache<PaidAccess>;
  /** Accesses recorded by this process, until someone changes them. */
  readonly ownAccesses: InvalidatedCache<PaidAccess>;

  constructor(notifications: Notifications) {
    this.entities = new InvalidatedCache(notifications, MAX_ENTITIES);
    this.answers = new InvalidatedCache(notifications, MAX_ANSWERS);
    this.rankings = new InvalidatedCache(notifications, MAX_RANKINGS);
    this.accesses = new InvalidatedCache(notifications, MAX_ASKERS);
    this.ownAccesses = new InvalidatedCache(notifications, MAX_ASKERS);
    notifications.onChannel(ENTITY_CHANGED, (id) => this.entities.invalidate(fromUuid('ent', id)));
    notifications.onChannel(ANSWER_CHANGED, (name) => this.answers.invalidate(name));
    notifications.onChannel(RANKING_CHANGED, (name) => this.rankings.invalidate(name));
    notifications.onChannel(ACCESS_CHANGED, (pair) => {
      const [account = '', entity = ''] = pair.split(' ');
      const name = accessKey({ accountId: fromUuid('acc', account), entityId: fromUuid('ent', entity) });
      this.accesses.invalidate(name);
      this.ownAccesses.invalidate(name);
    });
  }
}

/** The format that `kept_for_name_changed` writes. */
export function cacheKey({ jurisdiction, sandbox, key }: Named): string {
  return `${jurisdiction} ${sandbox ? 't' : 'f'} ${key}`;
}

export function accessKey({ accountId, entityId }: AccessPair): string {
  return `${accountId} ${entityId}`;
}
