import { priceVerification, PRICES } from '../billing/pricing.js';
import type { Entities } from '../entities/ports.js';
import { nameKey } from '../matching/normalise.js';
import type { Clock } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import { knownAnswer } from './known-answer.js';

/** How long a register takes as a rule: one call for quick, several in a row for deep. */
const USUAL_WAIT_SECONDS: Record<Tier, number> = { quick: 2, deep: 4 };

export interface Quoted {
  jurisdiction: string;
  tier: Tier;
  priceCredits: number;
  /** Whether the answer would be given without asking the register. */
  cached: boolean;
  /** How old that answer is; `undefined` when that is not known, or there is none. */
  cachedAgeSeconds: number | undefined;
  expectedWaitSeconds: number;
}

/** What would this cost, and how soon would it be answered? Asks no register, charges nothing, promises nothing about later. */
export class Quote {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly entities: Entities,
    private readonly clock: Clock,
  ) {}

  async verification(asked: {
    entityName: string;
    jurisdiction: string;
    tier: Tier;
    forceRefresh: boolean;
  }): Promise<Quoted> {
    const { code, tiers } = this.jurisdictions.require(asked.jurisdiction);
    const { tier, fresh, amountCredits } = priceVerification(asked, tiers);
    const named = { entityName: asked.entityName, jurisdiction: code, nameKey: nameKey(asked.entityName, code), tier };
    const known = fresh ? undefined : await knownAnswer(this.entities, named);
    const readAt = known?.kind === 'found' ? readFor(known.entity, tier) : undefined;
    return this.quoted(code, tier, amountCredits, known !== undefined, readAt);
  }

  async search(entityName: string, jurisdiction: string): Promise<Quoted> {
    const { code } = this.jurisdictions.require(jurisdiction);
    const ranking = await this.entities.freshRanking(code, nameKey(entityName, code));
    const oldest = ranking?.map((entity) => entity.provenance.retrievedAt).toSorted((a, b) => +a - +b)[0];
    return this.quoted(code, 'quick', PRICES.searchPerJurisdiction, ranking !== undefined, oldest);
  }

  private quoted(
    jurisdiction: string,
    tier: Tier,
    priceCredits: number,
    cached: boolean,
    readAt: Date | undefined,
  ): Quoted {
    return {
      jurisdiction,
      tier,
      priceCredits,
      cached,
      cachedAgeSeconds: readAt && Math.max(0, Math.round((this.clock.now().getTime() - readAt.getTime()) / 1000)),
      expectedWaitSeconds: cached ? 0 : USUAL_WAIT_SECONDS[tier],
    };
  }
}

function readFor(entity: { provenance: { retrievedAt: Date }; deep: { retrievedAt: Date } | undefined }, tier: Tier) {
  return (tier === 'deep' ? entity.deep : undefined)?.retrievedAt ?? entity.provenance.retrievedAt;
}
