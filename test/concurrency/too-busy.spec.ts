import { tooBusy } from '../../src/core/concurrency/batcher.js';

describe('a service with too much waiting', () => {
  it('says that it is to blame and no register, and when to come again', () => {
    expect(tooBusy()).toMatchObject({
      code: 'DATA_SOURCE_UNAVAILABLE',
      message: 'This service has too many requests waiting. Nothing was charged.',
      details: { reason: 'overloaded', retry_after_seconds: 5 },
    });
  });
});
