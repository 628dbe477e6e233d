import { newId } from '../../src/core/ids.js';
import type { VerifiedEntity } from '../../src/core/entities/verified-entity.js';
import type { Hit } from '../../src/core/entities/ranked-entity.js';
import { bestFirst, givenBack, pageOf, statusOf, type Search, type SearchShare } from '../../src/core/search/search.js';
import { failed, JOB_STATUSES, type JobStatus } from '../../src/core/verification/job.js';
import { aVerifiedEntity } from '../support/verified-entity.js';
import { fc } from '../support/property.js';

const CODES = ['us-co', 'us-ct', 'us-ny', 'us-or', 'gb-eaw', 'no-03'];

type Shown = Pick<VerifiedEntity, 'entityName' | 'status'> & { confidence: number };

/** Few names and confidences, so that ties are common. */
const hitData = fc.record({
  confidence: fc.integer({ min: 90, max: 93 }),
  status: fc.constantFrom('active' as const, 'dissolved' as const),
  entityName: fc.constantFrom('ALDER', 'Alder', 'Alder Ltd', 'Åsgard AS'),
});

const search: fc.Arbitrary<Search> = fc
  .uniqueArray(fc.constantFrom(...CODES), { minLength: 1 })
  .chain((codes) => fc.tuple(...codes.map((code) => share(code))))
  .map((shares) => ({ id: newId('srch'), shares, notAsked: [] }));

function share(jurisdiction: string): fc.Arbitrary<SearchShare> {
  return fc.tuple(fc.constantFrom(...JOB_STATUSES), fc.array(hitData, { maxLength: 12 })).map(([status, found]) => ({
    jurisdiction,
    job: { id: newId('job'), status },
    hits: status === 'completed' ? found.map((data, n) => hit(data, jurisdiction, `${n}`)) : [],
    scope: status === 'completed' ? { asOf: '2026-01-31', coverage: 'all' as const } : undefined,
    failure: status === 'failed' ? failed('timeout', 'silence') : undefined,
  }));
}

function hit({ confidence, ...data }: Shown, jurisdiction: string, jurisdictionId: string): Hit {
  const { match } = aVerifiedEntity();
  const entity = aVerifiedEntity({ ...data, jurisdiction, jurisdictionId, match: { ...match, confidence } });
  return { entityId: newId('ent'), data: entity };
}

const everything = { limit: 100_000, offset: 0 };
const idsOf = (hits: readonly Hit[]) => hits.map(({ entityId }) => entityId);

describe('pageOf', () => {
  it('returns each hit once over all pages, whatever their size', () => {
    fc.assert(
      fc.property(search, fc.integer({ min: 1, max: 30 }), (state, limit) => {
        const whole = pageOf(state, everything);
        const walked: Hit[] = [];
        for (let offset = 0; offset < whole.total; offset += limit)
          walked.push(...pageOf(state, { limit, offset }).hits);
        expect(idsOf(walked)).toEqual(idsOf(whole.hits));
        expect(new Set(idsOf(walked)).size).toBe(whole.total);
        expect(idsOf(walked).toSorted()).toEqual(idsOf(state.shares.flatMap(({ hits }) => hits)).toSorted());
      }),
    );
  });

  it('returns the same order, whatever order the registers answered in', () => {
    fc.assert(
      fc.property(search, fc.infiniteStream(fc.nat()), (state, dice) => {
        const shuffle = <T>(items: readonly T[]) =>
          items
            .map((item) => ({ item, at: dice.next().value }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ item }) => item);
        const shuffled = {
          ...state,
          shares: shuffle(state.shares).map((part) => ({ ...part, hits: shuffle(part.hits) })),
        };
        expect(idsOf(pageOf(shuffled, everything).hits)).toEqual(idsOf(pageOf(state, everything).hits));
      }),
    );
  });

  it('sorts hits from the best confidence to the lowest', () => {
    fc.assert(
      fc.property(search, (state) => {
        const confidences = pageOf(state, everything).hits.map(({ data }) => data.match.confidence);
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
      }),
    );
  });

  it('orders hits totally: no two are equal', () => {
    fc.assert(
      fc.property(search, (state) => {
        const { hits } = pageOf(state, everything);
        for (const [at, after] of hits.slice(1).entries()) {
          const before = hits[at];
          expect(before && bestFirst(before, after)).toBeLessThan(0);
          expect(before && bestFirst(after, before)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('the status of a search', () => {
  const searchOf = (...statuses: (JobStatus | undefined)[]): Search => ({
    id: newId('srch'),
    notAsked: [],
    shares: statuses.map((status, n) => ({
      jurisdiction: CODES[n] ?? '',
      job: status && { id: newId('job'), status },
      hits: [],
      scope: undefined,
      failure: status === 'failed' ? failed('unavailable', 'closed') : undefined,
    })),
  });

  it.each<[(JobStatus | undefined)[], JobStatus, number]>([
    [[undefined, undefined], 'completed', 0],
    [['pending', 'pending'], 'pending', 0],
    [['pending', 'completed'], 'processing', 0],
    [['pending', 'failed'], 'processing', 1],
    [['processing', 'failed'], 'processing', 1],
    [['completed', 'failed'], 'completed', 1],
    [['completed', 'refunded'], 'completed', 1],
    [['failed', 'failed'], 'failed', 2],
    [['failed', 'refunded'], 'failed', 2],
    [['refunded', 'refunded'], 'refunded', 2],
  ])('derives from jobs %j the status %s, with %d free of charge', (statuses, status, free) => {
    expect(statusOf(searchOf(...statuses))).toBe(status);
    expect(givenBack(searchOf(...statuses))).toBe(free);
  });
});
