import { Readiness, type HealthIndicator } from '../../src/core/health.js';

const well: HealthIndicator = { name: 'well', check: () => Promise.resolve({ version: '18' }) };
const ill: HealthIndicator = { name: 'ill', check: () => Promise.reject(new Error('it is gone')) };

describe('Readiness', () => {
  it('is ready when every dependency is up, and not when one is down', async () => {
    expect(await new Readiness([]).isReady()).toBe(true);
    expect(await new Readiness([well, well]).isReady()).toBe(true);
    expect(await new Readiness([well, ill]).isReady()).toBe(false);
    expect(await new Readiness([well, ill]).findings()).toEqual({
      well: { status: 'up', version: '18' },
      ill: { status: 'down', reason: 'it is gone' },
    });
  });

  it('is not ready once the process shuts down', async () => {
    const readiness = new Readiness([well]);
    readiness.leave();
    expect(await readiness.isReady()).toBe(false);
  });

  it('checks nothing twice within a second, and again after it', async () => {
    let [now, checks] = [0, 0];
    const counted = { name: 'counted', check: () => Promise.resolve({ checks: (checks += 1) }) };
    const readiness = new Readiness([counted], () => now);
    now = 999;
    await readiness.findings();
    now = 1_998;
    expect(await readiness.findings()).toEqual({ counted: { status: 'up', checks: 1 } });
    now = 1_999;
    expect(await readiness.findings()).toEqual({ counted: { status: 'up', checks: 2 } });
  });
});
