import { describe, expect, it } from '@jest/globals';
import type { Entity } from '../../../src/core/entities/entity.js';
import { freshAnswer } from '../../../src/core/entities/fresh-answer.js';
import type { AnswerForName } from '../../../src/core/entities/ports.js';
import { newId } from '../../../src/core/ids.js';
import type { Match } from '../../../src/core/matching/decide.js';
import type { Tier } from '../../../src/core/registries/jurisdiction.js';
import { DETAILS, record } from '../../support/fakes.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS);
/** An entity counts for a day, a no-match for an hour. */
const NOT_BEFORE = { entity: hoursAgo(24), noMatch: hoursAgo(1) };

function entity(retrievedHoursAgo: number, deepHoursAgo?: number): Entity {
  return {
    id: newId('ent'),
    jurisdiction: 'us-co',
    record: record({ id: '1', name: 'Slate Orchard LLC' }),
    provenance: {
      url: 'https://example.com',
      retrievedAt: hoursAgo(retrievedHoursAgo),
      coverage: 'all',
      sandbox: false,
    },
    deep: deepHoursAgo === undefined ? undefined : { details: DETAILS, retrievedAt: hoursAgo(deepHoursAgo) },
    snapshots: 1,
  };
}

function counts(method: Match['method'], answeredHoursAgo: number, of: Entity | undefined, tier: Tier): boolean {
  const match: Match = {
    method,
    confidence: 90,
    matchedName: 'Slate Orchard LLC',
    review: false,
    alternatives: [],
  };
  const answer: AnswerForName = { answeredAt: hoursAgo(answeredHoursAgo), entityId: newId('ent'), match };
  return freshAnswer(answer, of, tier, NOT_BEFORE) !== undefined;
}

describe('a kept answer counts', () => {
  it.each(['exact', 'normalised'] as const)('of equal names (%s) as long as the entity is fresh', (method) => {
    expect(counts(method, 1, entity(1), 'quick')).toBe(true);
    expect(counts(method, 900, entity(23.9), 'quick')).toBe(true);
    expect(counts(method, 1, entity(24), 'quick')).toBe(false);
  });

  it('of similar names only as long as the search is fresh as well', () => {
    expect(counts('fuzzy', 23.9, entity(1), 'quick')).toBe(true);
    expect(counts('fuzzy', 24, entity(1), 'quick')).toBe(false);
    expect(counts('fuzzy', 1, entity(24), 'quick')).toBe(false);
  });

  it('for the deep tier as long as the deep part is fresh', () => {
    expect(counts('exact', 1, entity(1), 'deep')).toBe(false);
    expect(counts('exact', 1, entity(1, 24), 'deep')).toBe(false);
    expect(counts('exact', 30, entity(30, 23.9), 'deep')).toBe(true);
    expect(counts('exact', 1, entity(30, 1), 'quick')).toBe(false);
  });

  it('not at all when its entity is gone', () => {
    expect(counts('exact', 1, undefined, 'quick')).toBe(false);
  });

  it.each(['quick', 'deep'] as const)('as a no-match for either tier (%s), for a time of its own', (tier) => {
    const found = { entityId: undefined, closest: ['Slate Orchid LLC'], coverage: 'all' as const };
    const young = { ...found, answeredAt: hoursAgo(0.9) };
    expect(freshAnswer(young, undefined, tier, NOT_BEFORE)).toEqual({
      kind: 'no_match',
      closest: ['Slate Orchid LLC'],
      coverage: 'all',
      answeredAt: young.answeredAt,
    });
    expect(freshAnswer({ ...found, answeredAt: hoursAgo(1) }, undefined, tier, NOT_BEFORE)).toBeUndefined();
  });
});
