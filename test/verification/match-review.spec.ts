import type { JobResult } from '../../src/core/verification/job.js';
import { isForReview } from '../../src/core/verification/match-review.js';
import { aVerifiedEntity } from '../support/verified-entity.js';

const near = { entityName: 'Aspen Meridian Outfitters Inc', status: 'active', confidence: 70 } as const;
const match = {
  method: 'fuzzy',
  matchedName: 'ASPEN MERIDIAN OUTFITTERS LLC',
  confidence: 75,
  review: true,
  alternatives: [
    { ...near, jurisdictionId: '2' },
    { ...near, jurisdictionId: '3' },
  ],
} as const;
const found = (review: boolean): JobResult => ({
  kind: 'found',
  entityId: 'ent_01kaaaaaaaaaaaaaaaaaaaaaaa',
  data: aVerifiedEntity({
    jurisdictionId: '1',
    match: { ...match, review, alternatives: review ? [...match.alternatives] : [] },
  }),
});

describe('isForReview', () => {
  it('is true of a match for review, also of a refunded one', () => {
    for (const status of ['completed', 'refunded'] as const)
      expect(isForReview({ status, result: found(true) })).toBe(true);
  });

  it.each([
    ['a certain match', 'completed', found(false)],
    ['a job under way', 'processing', undefined],
    [
      'no match',
      'completed',
      { kind: 'no_match', jurisdiction: 'us-co', entityName: 'A', coverage: 'all', closest: [] },
    ],
    ['a search', 'completed', { kind: 'hits', jurisdiction: 'us-co', hits: [] }],
    ['no answer', 'failed', { kind: 'failed', failure: 'timeout', error: 'DATA_SOURCE_TIMEOUT: none' }],
  ] as const)('is false of %s', (_what, status, result) => {
    expect(isForReview({ status, result: result as JobResult | undefined })).toBe(false);
  });
});
