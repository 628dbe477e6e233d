import type { Entity } from '../../core/entities/entity.js';
import { fromUuid, type Id } from '../../core/ids.js';
import type { Match } from '../../core/matching/decide.js';
import type { Coverage } from '../../core/registries/jurisdiction.js';
import type { Notifications } from './notifications.js';
import { Remembered } from './remembered.js';

/** Postgres tells of every change to what is remembered here: see 0092. */
export const ENTITY_CHANGED = 'entity_changed';
export const ANSWER_CHANGED = 'answer_changed';
export const RANKING_CHANGED = 'ranking_changed';

/** Some kilobytes each at most. */
const MOST_ENTITIES = 5_000;
const MOST_ANSWERS = 10_000;
const MOST_RANKINGS = 5_000;

/** What a name led to; whether it still counts is for the reader to say. */
export type AnswerInMemory = { answeredAt: Date } & (
  { entityId: Id<'ent'>; match: Match } | { entityId: undefined; closest: string[]; coverage: Coverage }
);

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

/** What this process remembers of entities and of the names that led to them. */
export class EntityMemory {
  readonly entities: Remembered<Entity>;
  readonly answers: Remembered<AnswerInMemory>;
  readonly rankings: Remembered<RankingInMemory>;

  constructor(notifications: Notifications) {
    this.entities = new Remembered(notifications, MOST_ENTITIES);
    this.answers = new Remembered(notifications, MOST_ANSWERS);
    this.rankings = new Remembered(notifications, MOST_RANKINGS);
    notifications.onChannel(ENTITY_CHANGED, (id) => this.entities.forget(fromUuid('ent', id)));
    notifications.onChannel(ANSWER_CHANGED, (name) => this.answers.forget(name));
    notifications.onChannel(RANKING_CHANGED, (name) => this.rankings.forget(name));
  }
}

/** As 0092 writes it. */
export function memoryName({ jurisdiction, sandbox, key }: Named): string {
  return `${jurisdiction} ${sandbox ? 't' : 'f'} ${key}`;
}
