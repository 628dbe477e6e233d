import type { Entity } from '../../src/core/entities/entity.js';
import { freshAnswer } from '../../src/core/entities/fresh-answer.js';
import type { AnswerForName } from '../../src/core/entities/ports.js';
import { newId } from '../../src/core/ids.js';
import type { Match } from '../../src/core/matching/decide.js';
import type { Tier } from '../../src/core/registries/jurisdiction.js';
import { DETAILS, record } from '../support/fakes.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS);
/** Entities are fresh for a day, no-matches for an hour. */
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

function counts(
  method: Match['method'],
  searchedHoursAgo: number,
  of: Entity | undefined,
  tier: Tier,
  { complete = true, edition }: { complete?: boolean; edition?: Date } = {},
): boolean {
  const match: Match = {
    method,
    confidence: 90,
    matchedName: 'Slate Orchard LLC',
    review: false,
    alternatives: [],
  };
  const search = { searchedAt: hoursAgo(searchedHoursAgo), complete };
  const answer: AnswerForName = { search, entityId: newId('ent'), match };
  return freshAnswer(answer, of, tier, { ...NOT_BEFORE, edition }) !== undefined;
}

describe('freshAnswer', () => {
  it.each(['exact', 'normalised', 'alias', 'fuzzy'] as const)(
    'accepts an answer for a name (%s) while both its search and the facts are fresh',
    (method) => {
      expect(counts(method, 23.9, entity(23.9), 'quick')).toBe(true);
      expect(counts(method, 24, entity(1), 'quick')).toBe(false);
      expect(counts(method, 1, entity(24), 'quick')).toBe(false);
    },
  );

  it('accepts an answer for a number while the facts are fresh', () => {
    expect(counts('number', 900, entity(23.9), 'quick')).toBe(true);
    expect(counts('number', 1, entity(24), 'quick')).toBe(false);
  });

  it('refuses an answer whose search did not read every possible record', () => {
    expect(counts('exact', 1, entity(1), 'quick', { complete: false })).toBe(false);
  });

  it('accepts an answer only if its search was made in the current edition', () => {
    expect(counts('exact', 2, entity(1), 'quick', { edition: hoursAgo(1.5) })).toBe(false);
    expect(counts('exact', 1, entity(1), 'quick', { edition: hoursAgo(1.5) })).toBe(true);
  });

  it('accepts an answer only while the record still has the matched name', () => {
    const renamed = entity(1);
    renamed.record = record({ id: '1', name: 'Basalt Heron Inc.' });
    expect(counts('exact', 2, renamed, 'quick')).toBe(false);
    const respelled = entity(1);
    respelled.record = record({ id: '1', name: 'SLATE ORCHARD, L.L.C.' });
    expect(counts('exact', 2, respelled, 'quick')).toBe(true);
  });

  it('accepts an answer for the deep tier while the deep part is fresh', () => {
    expect(counts('exact', 1, entity(1), 'deep')).toBe(false);
    expect(counts('exact', 1, entity(1, 24), 'deep')).toBe(false);
    expect(counts('exact', 1, entity(30, 23.9), 'deep')).toBe(true);
    expect(counts('exact', 1, entity(30, 1), 'quick')).toBe(false);
  });

  it('refuses an answer whose entity is gone', () => {
    expect(counts('exact', 1, undefined, 'quick')).toBe(false);
  });

  it.each(['quick', 'deep'] as const)('accepts a no-match for either tier (%s), with its own lifetime', (tier) => {
    const found = { entityId: undefined, closest: ['Slate Orchid LLC'], coverage: 'all' as const };
    const searched = (hours: number) => ({ ...found, search: { searchedAt: hoursAgo(hours), complete: true } });
    expect(freshAnswer(searched(0.9), undefined, tier, NOT_BEFORE)).toEqual({
      kind: 'no_match',
      closest: ['Slate Orchid LLC'],
      coverage: 'all',
      searchedAt: hoursAgo(0.9),
    });
    expect(freshAnswer(searched(1), undefined, tier, NOT_BEFORE)).toBeUndefined();
  });
});
