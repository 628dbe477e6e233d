import { tooBusy } from '../../src/core/concurrency/batcher.js';

describe('an overloaded service', () => {
  it('blames itself and no register, and names when to retry', () => {
    expect(tooBusy()).toMatchObject({
      code: 'DATA_SOURCE_UNAVAILABLE',
      message: 'This service has too many requests waiting. Nothing was charged.',
      details: { reason: 'overloaded', retry_after_seconds: 5 },
    });
  });
});
