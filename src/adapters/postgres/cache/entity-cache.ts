import type { Entity } from '../../../core/entities/entity.js';
import type { AnswerForName, EntityAccess } from '../../../core/entities/ports.js';
import { fromUuid, type Id } from '../../../core/ids.js';
import type { Notifications } from './notifications.js';
import { InvalidatedCache } from './invalidated-cache.js';

/** Postgres tells of every change to what is remembered here: see 0092 and 0096. */
export const ENTITY_CHANGED = 'entity_changed';
export const ANSWER_CHANGED = 'answer_changed';
export const RANKING_CHANGED = 'ranking_changed';
export const ACCESS_CHANGED = 'asker_changed';

/** Some kilobytes each at most. */
const MOST_ENTITIES = 10_000;
const MOST_ANSWERS = 10_000;
const MOST_RANKINGS = 10_000;
const MOST_ASKERS = 20_000;

export interface CachedRanking {
  entityIds: Id<'ent'>[];
  rankedAt: Date;
}

/** What the register said of a name, in its sandbox or in life. */
export interface Named {
  jurisdiction: string;
  sandbox: boolean;
  key: string;
}

/** What this process remembers of entities, of the names that led to them, and of those who asked. */
export class EntityCache {
  readonly entities: InvalidatedCache<Entity>;
  readonly answers: InvalidatedCache<AnswerForName>;
  readonly rankings: InvalidatedCache<CachedRanking>;
  readonly accesses: InvalidatedCache<EntityAccess>;
  /** What this process noted of those who asked, as long as nobody has changed it. */
  readonly ownAccesses: InvalidatedCache<EntityAccess>;

  constructor(notifications: Notifications) {
    this.entities = new InvalidatedCache(notifications, MOST_ENTITIES);
    this.answers = new InvalidatedCache(notifications, MOST_ANSWERS);
    this.rankings = new InvalidatedCache(notifications, MOST_RANKINGS);
    this.accesses = new InvalidatedCache(notifications, MOST_ASKERS);
    this.ownAccesses = new InvalidatedCache(notifications, MOST_ASKERS);
    notifications.onChannel(ENTITY_CHANGED, (id) => this.entities.invalidate(fromUuid('ent', id)));
    notifications.onChannel(ANSWER_CHANGED, (name) => this.answers.invalidate(name));
    notifications.onChannel(RANKING_CHANGED, (name) => this.rankings.invalidate(name));
    notifications.onChannel(ACCESS_CHANGED, (pair) => {
      const [account = '', entity = ''] = pair.split(' ');
      const name = accessKey(fromUuid('acc', account), fromUuid('ent', entity));
      this.accesses.invalidate(name);
      this.ownAccesses.invalidate(name);
    });
  }
}

/** As 0092 writes it. */
export function cacheKey({ jurisdiction, sandbox, key }: Named): string {
  return `${jurisdiction} ${sandbox ? 't' : 'f'} ${key}`;
}

export function accessKey(accountId: Id<'acc'>, entityId: Id<'ent'>): string {
  return `${accountId} ${entityId}`;
}
