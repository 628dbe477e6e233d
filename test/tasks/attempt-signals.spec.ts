import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ATTEMPTS = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * A signal that is combined with others remembers each combination, so one that outlives its
 * attempt grows with every further one.
 */
describe('the abort signal of an attempt', () => {
  const any = AbortSignal.any.bind(AbortSignal);
  const combined: WeakRef<AbortSignal>[] = [];
  let service: Service;
  beforeEach(async () => {
    AbortSignal.any = (signals) => {
      const given = [...signals];
      combined.push(...given.map((signal) => new WeakRef(signal)));
      return any(given);
    };
    service = await startService();
  });
  afterEach(async () => {
    AbortSignal.any = any;
    await service.close();
  });

  it('is garbage collected after its attempt', async () => {
    const { key } = await service.signUp();
    for (let at = 0; at < ATTEMPTS; at += 1) {
      const body = { entity_name: `Attempt ${at} LLC`, jurisdiction: 'us-co' };
      const { status } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=25' }, body });
      expect(status).toBe(404);
    }
    expect(combined.length).toBeGreaterThanOrEqual(ATTEMPTS);
    await until(() => {
      collectGarbage();
      return combined.every((signal) => signal.deref() === undefined);
    });
  });
});
