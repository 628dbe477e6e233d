import type { Entity } from '../../../core/entities/entity.js';
import type { AnswerForName, Asked } from '../../../core/entities/ports.js';
import { fromUuid, type Id } from '../../../core/ids.js';
import type { Notifications } from './notifications.js';
import { Remembered } from './invalidated-cache.js';

/** Postgres tells of every change to what is remembered here: see 0092 and 0096. */
export const ENTITY_CHANGED = 'entity_changed';
export const ANSWER_CHANGED = 'answer_changed';
export const RANKING_CHANGED = 'ranking_changed';
export const ASKER_CHANGED = 'asker_changed';

/** Some kilobytes each at most. */
const MOST_ENTITIES = 10_000;
const MOST_ANSWERS = 10_000;
const MOST_RANKINGS = 10_000;
const MOST_ASKERS = 20_000;

export interface RankingInMemory {
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
export class EntityMemory {
  readonly entities: Remembered<Entity>;
  readonly answers: Remembered<AnswerForName>;
  readonly rankings: Remembered<RankingInMemory>;
  readonly askers: Remembered<Asked>;
  /** What this process noted of those who asked, as long as nobody has changed it. */
  readonly noted: Remembered<Asked>;

  constructor(notifications: Notifications) {
    this.entities = new Remembered(notifications, MOST_ENTITIES);
    this.answers = new Remembered(notifications, MOST_ANSWERS);
    this.rankings = new Remembered(notifications, MOST_RANKINGS);
    this.askers = new Remembered(notifications, MOST_ASKERS);
    this.noted = new Remembered(notifications, MOST_ASKERS);
    notifications.onChannel(ENTITY_CHANGED, (id) => this.entities.forget(fromUuid('ent', id)));
    notifications.onChannel(ANSWER_CHANGED, (name) => this.answers.forget(name));
    notifications.onChannel(RANKING_CHANGED, (name) => this.rankings.forget(name));
    notifications.onChannel(ASKER_CHANGED, (pair) => {
      const [account = '', entity = ''] = pair.split(' ');
      const name = askerName(fromUuid('acc', account), fromUuid('ent', entity));
      this.askers.forget(name);
      this.noted.forget(name);
    });
  }
}

/** As 0092 writes it. */
export function memoryName({ jurisdiction, sandbox, key }: Named): string {
  return `${jurisdiction} ${sandbox ? 't' : 'f'} ${key}`;
}

export function askerName(accountId: Id<'acc'>, entityId: Id<'ent'>): string {
  return `${accountId} ${entityId}`;
}
