import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Entity } from './entity.js';
import type { Asked, Entities } from './ports.js';

/** One entity by its id, as deep as the account has paid for; who never asked for it sees the quick tier. */
export class ReadEntity {
  constructor(private readonly entities: Entities) {}

  async run(accountId: Id<'acc'>, id: Id<'ent'> | undefined): Promise<{ entity: Entity } & Asked> {
    const entity = id && (await this.entities.find(id));
    if (!entity) throw new AppError('ENTITY_NOT_FOUND');
    const asked = await this.entities.asked(accountId, entity.id);
    return { entity, ...(asked ?? { tier: 'quick', match: matchById(entity) }) };
  }
}

/** Who names a record by its id means exactly that record. */
function matchById(entity: Entity): Match {
  return { method: 'exact', matchedName: entity.record.name, confidence: 100, review: false, alternatives: [] };
}
