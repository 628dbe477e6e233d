import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Entity } from './entity.js';
import type { EntityAccess, Entities, Snapshots } from './ports.js';

/** One entity by its id, now or as it was known at a moment, as deep as the account has paid for; who never asked for it sees the quick tier. */
export class ReadEntity {
  constructor(
    private readonly entities: Entities,
    private readonly snapshots: Snapshots,
  ) {}

  async run(
    accountId: Id<'acc'>,
    id: Id<'ent'> | undefined,
    asOf: Date | undefined,
  ): Promise<{ entity: Entity } & EntityAccess> {
    if (!id) throw new AppError('ENTITY_NOT_FOUND');
    const [known, asked] = await Promise.all([this.entities.find(id), this.entities.asked(accountId, id)]);
    if (!known) throw new AppError('ENTITY_NOT_FOUND');
    const entity = asOf ? await this.snapshots.asOf(known, asOf) : known;
    if (!entity) throw notKnownYet(asOf);
    return { entity, ...(asked ?? askedById(entity)) };
  }
}

/** Who names a record by its id means exactly that record. */
export function askedById(entity: Entity): EntityAccess {
  const match: Match = {
    method: 'exact',
    matchedName: entity.record.name,
    confidence: 100,
    review: false,
    alternatives: [],
  };
  return { tier: 'quick', match };
}

export function notKnownYet(asOf: Date | undefined): AppError {
  return new AppError('ENTITY_NOT_FOUND', {
    message: `Nothing is kept of this entity from ${asOf?.toISOString() ?? 'then'} or before.`,
  });
}
