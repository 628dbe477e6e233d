import { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Tier } from '../registries/jurisdiction.js';
import { Registries } from '../registries/ports.js';
import { offeredTier } from './create-watch.js';
import { mostInMonth } from './month-price.js';
import type { Period } from './watch.js';
import { Injectable } from '../injectable.js';

export interface QuotedWatch {
  tier: Tier;
  /** Maximum per calendar month. */
  priceCredits: number;
}

/** Quotes the monthly price of a watch. Queries no register, charges nothing. */
@Injectable()
export class QuoteWatch {
  constructor(
    private readonly entities: Entities,
    private readonly registries: Registries,
  ) {}

  async run(asked: {
    /** `undefined`: malformed, so it matches no entity. */
    entityId: Id<'ent'> | undefined;
    every: Period;
    tier: Tier;
    maxCreditsPerMonth: number | undefined;
  }): Promise<QuotedWatch> {
    const entity = asked.entityId && (await this.entities.find(asked.entityId));
    if (!entity) throw new AppError('ENTITY_NOT_FOUND');
    const tier = offeredTier(this.registries, entity.jurisdiction, asked.tier);
    return { tier, priceCredits: mostInMonth({ ...asked, tier }) };
  }
}
