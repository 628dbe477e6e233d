import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Entity } from './entity.js';
import type { Tier } from '../registries/jurisdiction.js';
import { Entities, Snapshots } from './ports.js';
import { ownMatch } from './verified-entity.js';
import { Injectable } from '../injectable.js';

/**
 * An entity as an account may see it. The match is the record's own, since an id names no other.
 */
export interface EntityView {
  entity: Entity;
  tier: Tier;
  match: Match;
}

/**
 * Returns an entity by its id, now or as known at a time, at the tier the account has paid for. An
 * account that never asked for it sees the quick tier.
 */
@Injectable()
export class ReadEntity {
  constructor(
    private readonly entities: Entities,
    private readonly snapshots: Snapshots,
  ) {}

  async run(accountId: Id<'acc'>, id: Id<'ent'> | undefined, asOf: Date | undefined): Promise<EntityView> {
    if (!id) throw new AppError('ENTITY_NOT_FOUND');
    const [known, tier] = await Promise.all([this.entities.find(id), this.entities.paidTier(accountId, id)]);
    if (!known) throw new AppError('ENTITY_NOT_FOUND');
    const entity = asOf ? await this.snapshots.asOf(known, asOf) : known;
    if (!entity) throw notKnownYet(asOf);
    return { entity, tier, match: ownMatch(entity) };
  }
}

export function notKnownYet(asOf: Date | undefined): AppError {
  return new AppError('ENTITY_NOT_FOUND', {
    message: `No record of this entity from ${asOf?.toISOString() ?? 'then'} or earlier is stored.`,
  });
}
