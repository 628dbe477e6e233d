import type { Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import type { EntityStatus } from '../registries/record.js';
import type { Entity } from './entity.js';
import { Entities } from './ports.js';
import { standingOf, standingSign, type Found, type Standing } from './verified-entity.js';

/** The standing in an answer; `undefined` without a business that is certain. */
export interface GivenStanding {
  entityId: Id<'ent'> | undefined;
  standing: Standing | undefined;
  /** The answer has the latest reading before this time, or a later one. */
  asOf: Date | undefined;
}

/** A standing that became known after an answer, and differs from it. */
export interface LaterStanding {
  entityId: Id<'ent'>;
  /** `gone`: its register no longer has the record. */
  standing: Standing | 'gone';
  status: EntityStatus;
  /** Time of the reading; `undefined` for a record that is gone. */
  at: Date | undefined;
}

export function standingOfEntity({ record, jurisdiction }: Entity): Standing {
  return standingSign({ status: record.status, ...standingOf(record, jurisdiction) });
}

/** The standing of a record as it was stored at some time. */
export function givenStanding(entity: Entity): GivenStanding {
  return { entityId: entity.id, standing: standingOfEntity(entity), asOf: entity.provenance.retrievedAt };
}

/** Compares the standing in answers with the latest stored reading, of any account. */
@Injectable()
export class LaterStandings {
  constructor(private readonly entities: Entities) {}

  /** Returns one for each answer, in their order; `undefined` where nothing else is known. */
  after(answers: readonly GivenStanding[]): Promise<(LaterStanding | undefined)[]> {
    return Promise.all(answers.map((answer) => this.afterOne(answer)));
  }

  /** Of records that were found, whichever business is meant. */
  afterFound(found: readonly Omit<Found, 'kind'>[]): Promise<(LaterStanding | undefined)[]> {
    return this.after(
      found.map(({ entityId, data }) => ({ entityId, standing: standingSign(data), asOf: data.source.retrievedAt })),
    );
  }

  private async afterOne({ entityId, standing, asOf }: GivenStanding): Promise<LaterStanding | undefined> {
    const entity = entityId && standing && (await this.entities.find(entityId));
    if (!entity) return undefined;
    const { id, record, provenance } = entity;
    const { status, isGone } = record;
    if (isGone) return { entityId: id, standing: 'gone', status, at: undefined };
    const at = provenance.retrievedAt;
    const later = standingOfEntity(entity);
    if (later === standing || (asOf && at <= asOf)) return undefined;
    return { entityId: id, standing: later, status, at };
  }
}
