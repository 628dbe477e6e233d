import type { VerifiedEntity } from '../../src/core/entities/verified-entity.js';

export function aVerifiedEntity(overrides: Partial<VerifiedEntity> = {}): VerifiedEntity {
  return {
    entityName: 'ASPEN MERIDIAN OUTFITTERS LLC',
    status: 'active',
    statusDetail: 'Good Standing',
    goodStanding: true,
    standingHint: undefined,
    standingBasis: undefined,
    entityType: 'Limited Liability Company',
    jurisdiction: 'us-co',
    formationDate: '2019-05-04',
    jurisdictionId: '20191234567',
    registration: { kind: 'domestic', basis: 'stated' },
    seat: undefined,
    identifiers: [{ scheme: 'RA000599', value: '20191234567' }],
    tier: 'quick',
    details: undefined,
    match: {
      method: 'normalised',
      matchedName: 'ASPEN MERIDIAN OUTFITTERS LLC',
      confidence: 98,
      review: false,
      alternatives: [],
    },
    source: {
      name: 'Fictional register',
      url: 'https://register.example.com/20191234567',
      licence: 'Public domain',
      retrievedAt: new Date('2026-01-02T03:04:05.678Z'),
      coverage: 'all',
      sandbox: false,
    },
    ...overrides,
  };
}
