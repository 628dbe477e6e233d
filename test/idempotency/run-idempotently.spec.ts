import type { ClaimResult, IdempotencyRecords } from '../../src/core/idempotency/ports.js';
import { RunIdempotently } from '../../src/core/idempotency/run-idempotently.js';
import { newId } from '../../src/core/ids.js';

const REQUEST = { accountId: newId('acc'), key: 'order-1', fingerprint: () => 'digest' };
const HELD = { accountId: REQUEST.accountId, key: 'order-1', fingerprint: 'digest', claim: 'claim-1' };

function withClaim(claim: ClaimResult<string>) {
  const calls: unknown[] = [];
  const records = {
    claim: () => Promise.resolve(claim),
    record: () => ({ kind: 'recorded' }),
    finish: async (held: unknown, outcome: string) => calls.push(['finish', held, outcome]),
    release: async (held: unknown) => calls.push(['release', held]),
  };
  return { calls, run: new RunIdempotently(records as unknown as IdempotencyRecords) };
}

describe('a request with an Idempotency-Key', () => {
  it('returns its outcome and stores it', async () => {
    const { calls, run } = withClaim({ kind: 'claimed', held: HELD });
    expect(await run.run(REQUEST, () => Promise.resolve('done'))).toEqual({ outcome: 'done', replayed: false });
    expect(calls).toEqual([['finish', HELD, 'done']]);
  });

  it('releases its key when it fails, and rethrows the error', async () => {
    const { calls, run } = withClaim({ kind: 'claimed', held: HELD });
    await expect(run.run(REQUEST, () => Promise.reject(new Error('no credits')))).rejects.toThrow('no credits');
    expect(calls).toEqual([['release', HELD]]);
  });

  it('replays its stored outcome, unless the caller is no longer allowed', async () => {
    const { calls, run } = withClaim({ kind: 'done', outcome: 'before' });
    const work = () => Promise.reject(new Error('done again'));
    expect(await run.run(REQUEST, work)).toEqual({ outcome: 'before', replayed: true });
    const refuse = () => {
      throw new Error('not allowed');
    };
    await expect(run.run(REQUEST, work, refuse)).rejects.toThrow('not allowed');
    expect(calls).toEqual([]);
  });

  it.each(['in_progress', 'other_request'] as const)(
    'returns IDEMPOTENCY_CONFLICT when its key is %s',
    async (kind) => {
      const { run } = withClaim({ kind });
      await expect(run.run(REQUEST, () => Promise.resolve('done'))).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
    },
  );
});
