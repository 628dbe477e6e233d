import { pauseAt } from '../../src/core/batches/batch-settlement.js';
import { expectedSeconds, hasEnded, type Batch, type BatchStatus } from '../../src/core/batches/batch.js';
import { newId } from '../../src/core/ids.js';

const STARTED_AT = new Date('2026-01-31T12:00:00Z');
const later = (seconds: number) => new Date(STARTED_AT.getTime() + seconds * 1_000);
const NONE = { found: 0, review: 0, no_match: 0, failed: 0, duplicate: 0 };

function batch(given: Partial<Batch> = {}): Batch {
  return {
    id: newId('bat'),
    keyId: undefined,
    grantId: undefined,
    status: 'running',
    fileName: undefined,
    retryOf: undefined,
    retriedIn: undefined,
    pause: undefined,
    rows: 100,
    accepted: 100,
    rejected: 0,
    maxCredits: 100,
    counts: { pending: 100, ...NONE },
    creditsCharged: 0,
    webhookUrl: undefined,
    createdAt: STARTED_AT,
    startedAt: STARTED_AT,
    endedAt: undefined,
    ...given,
  };
}

describe('a batch', () => {
  it.each<[BatchStatus, boolean]>([
    ['ready', false],
    ['running', false],
    ['paused', false],
    ['completed', true],
    ['cancelled', true],
  ])('has ended with status %s: %s', (status, ended) => {
    expect(hasEnded({ status })).toBe(ended);
  });

  it('expects the remaining rows to need as long as the finished ones, whatever their outcome', () => {
    const counts = { pending: 75, found: 10, review: 2, no_match: 3, failed: 4, duplicate: 6 };
    expect(expectedSeconds(batch({ counts }), later(50))).toBe(150);
    expect(expectedSeconds(batch({ counts: { ...NONE, pending: 1, found: 99 } }), later(1))).toBe(1);
    expect(expectedSeconds(batch({ counts: { ...NONE, pending: 0, found: 100 } }), later(10))).toBe(0);
  });

  it.each([
    ['nothing is done', batch()],
    ['it was never started', batch({ status: 'ready', startedAt: undefined })],
    ['it waits', batch({ status: 'paused', counts: { ...NONE, pending: 50, found: 50 } })],
    ['it has ended', batch({ status: 'cancelled', counts: { ...NONE, pending: 50, found: 50 } })],
  ])('gives no estimate while %s', (_, given) => {
    expect(expectedSeconds(given, later(60))).toBeUndefined();
  });

  it('tolerates a clock that is behind the database', () => {
    expect(expectedSeconds(batch({ counts: { ...NONE, pending: 50, found: 50 } }), later(-5))).toBe(1);
  });
});

describe('a pause', () => {
  it('names the exhausted limit, and when it resets', () => {
    const resetsAt = later(3_600);
    expect(pauseAt({ limitedBy: 'key_budget', available: 0, resetsAt })).toEqual({ reason: 'key_budget', resetsAt });
    expect(pauseAt({ limitedBy: 'balance', available: 3 })).toEqual({ reason: 'balance', resetsAt: undefined });
  });
});
