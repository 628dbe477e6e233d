import type { JobResult } from '../../src/core/verification/job.js';
import { offeredRecords } from '../../src/core/verification/match-review.js';
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

describe('offeredRecords', () => {
  it('returns the match and its alternatives when the match is for review', () => {
    expect(offeredRecords({ status: 'completed', result: found(true) })).toEqual(['1', '2', '3']);
  });

  it.each([
    ['a certain match', 'completed', found(false)],
    ['a refunded job', 'refunded', found(true)],
    ['a job under way', 'processing', undefined],
    [
      'no match',
      'completed',
      { kind: 'no_match', jurisdiction: 'us-co', entityName: 'A', coverage: 'all', closest: [] },
    ],
    ['a search', 'completed', { kind: 'hits', jurisdiction: 'us-co', hits: [] }],
    ['no answer', 'failed', { kind: 'failed', failure: 'timeout', error: 'DATA_SOURCE_TIMEOUT: none' }],
  ] as const)('returns none for %s', (_what, status, result) => {
    expect(offeredRecords({ status, result: result as JobResult | undefined })).toEqual([]);
  });
});
