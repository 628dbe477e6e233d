import type { Entity } from '../../src/core/entities/entity.js';
import { newId } from '../../src/core/ids.js';
import { decide } from '../../src/core/matching/decide.js';
import { found } from '../../src/core/entities/verified-entity.js';
import { record } from '../support/fakes.js';

const official = 'Aspen Meridian Outfitters LLC';
const business = record({ id: '1', name: official });
const entity: Entity = {
  id: newId('ent'),
  jurisdiction: 'us-co',
  record: business,
  provenance: { url: 'https://register.example.com', retrievedAt: new Date(), coverage: 'all', sandbox: false },
  deep: undefined,
  snapshots: 1,
};

function matchFor(spelling: string) {
  const decision = decide(spelling, 'us-co', [business]);
  if (decision.kind !== 'match') throw new Error(`${spelling} does not match`);
  return decision.match;
}

describe('a cached answer to another spelling of the name', () => {
  const spellings = [official, official.toUpperCase(), 'Aspen Meridian Outfitters, L.L.C.'];
  const pairs = spellings.flatMap((first) => spellings.map((later) => [first, later] as const));

  it.each(pairs)('is matched as if it were new, first asked as %s, then as %s', (first, later) => {
    const { method, confidence } = found({ entity, match: matchFor(first) }, later, 'quick').data.match;
    const fresh = matchFor(later);
    expect(method === 'exact').toBe(confidence === 100);
    const expected = fresh.method === 'exact' ? ['exact', 100] : ['normalised', confidence];
    expect([method, confidence]).toEqual(expected);
  });
});

describe('a cached entity', () => {
  const details = { registeredAgent: null, officers: [], principalAddress: null, filingHistorySummary: null };
  const deep = { details, retrievedAt: new Date() };
  const [match, other] = [matchFor(official), matchFor(official.toUpperCase())];
  const questions = [
    [match, official, 'quick'],
    [match, official, 'deep'],
    [match, official.toUpperCase(), 'quick'],
    [other, official.toUpperCase(), 'quick'],
    [match, official, 'quick'],
  ] as const;

  it('is found like one that was just read, in any order of names and tiers', () => {
    const remembered = { ...entity, deep };
    for (const [of, asked, tier] of [...questions, ...questions.toReversed()]) {
      const result = found({ entity: remembered, match: of }, asked, tier);
      expect(result).toEqual(found({ entity: { ...entity, deep }, match: of }, asked, tier));
    }
  });
});
