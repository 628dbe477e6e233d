import { priceVerification, PRICES } from '../billing/pricing.js';
import { knownAnswer } from '../entities/fresh-answer.js';
import { Entities, type FreshAnswer, type Ranking } from '../entities/ports.js';
import { questionKey } from '../matching/parsing/name-key.js';
import { Clock } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { requireRecordNumber } from '../registries/record-numbers.js';
import { JobReader } from './ports.js';
import { Injectable } from '../injectable.js';

export interface Quoted {
  jurisdiction: string;
  tier: Tier;
  priceCredits: number;
  cached: boolean;
  /** Age of the register's answer; `undefined` when there is none. */
  cachedAgeSeconds: number | undefined;
  /**
   * Whole seconds, rounded up; `undefined` when unknown: the register was not queried within a day,
   * or is down.
   */
  expectedWaitSeconds: number | undefined;
}

/**
 * Quotes the price of a verification and the expected wait. Queries no register, charges nothing
 * and guarantees nothing for later.
 */
@Injectable()
export class Quote {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly entities: Entities,
    private readonly jobReader: JobReader,
    private readonly clock: Clock,
  ) {}

  async verification(asked: {
    entityName: string;
    jurisdiction: string;
    /** As the caller wrote it. */
    jurisdictionId: string | undefined;
    tier: Tier;
    forceRefresh: boolean;
  }): Promise<Quoted> {
    const { entityName } = asked;
    const { code, tiers } = this.jurisdictions.require(asked.jurisdiction);
    const recordNumber =
      asked.jurisdictionId === undefined ? undefined : requireRecordNumber(code, asked.jurisdictionId);
    const { tier, fresh, amountCredits } = priceVerification(asked, tiers);
    const question = { entityName, jurisdiction: code, nameKey: questionKey(entityName, code), recordNumber, tier };
    const known = fresh ? undefined : await knownAnswer(this.entities, question);
    return this.quoted(
      { kind: 'verification', jurisdiction: code, tier },
      amountCredits,
      known && readFor(known, tier),
    );
  }

  async search(entityName: string, jurisdiction: string): Promise<Quoted> {
    const { code } = this.jurisdictions.require(jurisdiction);
    const ranking = await this.entities.freshRanking(code, questionKey(entityName, code));
    const asked = { kind: 'search', jurisdiction: code, tier: 'quick' } as const;
    return this.quoted(asked, PRICES.searchPerJurisdiction, ranking && oldest(ranking));
  }

  private async quoted(asked: Asked, priceCredits: number, readAt: Date | undefined): Promise<Quoted> {
    const { jurisdiction, tier } = asked;
    if (!readAt) {
      const expectedWaitSeconds = await this.wait(asked);
      return { jurisdiction, tier, priceCredits, cached: false, cachedAgeSeconds: undefined, expectedWaitSeconds };
    }
    const cachedAgeSeconds = Math.max(0, Math.round((this.clock.now().getTime() - readAt.getTime()) / 1000));
    return { jurisdiction, tier, priceCredits, cached: true, cachedAgeSeconds, expectedWaitSeconds: 0 };
  }

  private async wait(asked: Asked): Promise<number | undefined> {
    if (this.jurisdictions.state(asked.jurisdiction).sourceStatus === 'down') return undefined;
    const seconds = await this.jobReader.expectedSeconds(asked);
    return seconds === undefined ? undefined : Math.max(1, Math.ceil(seconds));
  }
}

type Asked = Parameters<JobReader['expectedSeconds']>[0];

/** Returns when the register said it. */
function readFor(known: FreshAnswer, tier: Tier): Date {
  if (known.kind === 'no_match') return known.searchedAt;
  const { deep, provenance } = known.entity;
  return (tier === 'deep' ? deep : undefined)?.retrievedAt ?? provenance.retrievedAt;
}

/** Returns when the oldest of the hits was read; without hits, when the ranking was made. */
function oldest({ entities, rankedAt }: Ranking): Date {
  const readAt = entities.map(({ provenance }) => provenance.retrievedAt.getTime());
  return new Date(Math.min(rankedAt.getTime(), ...readAt));
}
