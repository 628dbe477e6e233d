import { CircuitBreaker } from '../../src/adapters/registries/http/circuit-breaker.js';

describe('Breaker', () => {
  function setUp() {
    let time = 1_000_000;
    const breaker = new CircuitBreaker(() => time);
    const call = (outcome: 'succeeded' | 'failed' | 'abandoned', times = 1) => {
      for (let index = 0; index < times; index += 1) breaker.admit()![outcome]();
    };
    return { breaker, call, pass: (ms: number) => (time += ms) };
  }

  it('admits every call while the register answers', () => {
    const { breaker, call } = setUp();
    call('succeeded', 50);
    expect(breaker.status()).toBe('operational');
    expect(breaker.admit()).toBeDefined();
  });

  it('opens after ten failures in a row, not after nine', () => {
    const { breaker, call } = setUp();
    call('failed', 9);
    expect(breaker.admit()).toBeDefined();
    call('failed');
    expect(breaker.admit()).toBeUndefined();
    expect(breaker.status()).toBe('down');
    expect(breaker.remainingMs()).toBe(4_000);
  });

  it('opens when half of the recent calls fail, even though some succeed', () => {
    const { breaker, call } = setUp();
    for (let pair = 0; pair < 10; pair += 1) {
      call('succeeded');
      call('failed');
    }
    expect(breaker.admit()).toBeUndefined();
  });

  it('is degraded while failures are mixed with answers', () => {
    const { breaker, call } = setUp();
    call('succeeded', 3);
    call('failed');
    expect(breaker.status()).toBe('degraded');
    call('succeeded');
    expect(breaker.status()).toBe('operational');
  });

  it('forgets failures that are long past', () => {
    const { breaker, call, pass } = setUp();
    call('failed', 4);
    call('succeeded', 5);
    expect(breaker.status()).toBe('degraded');
    pass(6 * 60_000);
    expect(breaker.status()).toBe('operational');
  });

  it('admits a single probe after the cool-down, and closes on its success', () => {
    const { breaker, call, pass } = setUp();
    call('failed', 10);
    pass(4_000);
    const probe = breaker.admit();
    expect(probe).toBeDefined();
    expect(breaker.admit()).toBeUndefined();
    probe!.succeeded();
    expect(breaker.status()).toBe('operational');
    expect(breaker.admit()).toBeDefined();
  });

  it('is down only while it cools down, and then degraded until a call ends', () => {
    const { breaker, call, pass } = setUp();
    call('failed', 10);
    expect([breaker.status(), breaker.awaitsProbe]).toEqual(['down', false]);
    pass(4_000);
    expect([breaker.status(), breaker.awaitsProbe]).toEqual(['degraded', true]);
    const probe = breaker.admit()!;
    expect([breaker.status(), breaker.awaitsProbe]).toEqual(['degraded', false]);
    probe.failed();
    expect(breaker.status()).toBe('down');
    pass(8_000);
    breaker.admit()!.succeeded();
    expect([breaker.status(), breaker.awaitsProbe]).toEqual(['operational', false]);
  });

  it('cools down for twice as long after each failed probe, up to a minute', () => {
    const { breaker, call, pass } = setUp();
    call('failed', 10);
    const coolDowns: number[] = [];
    for (let probe = 0; probe < 6; probe += 1) {
      coolDowns.push(breaker.remainingMs());
      pass(breaker.remainingMs());
      breaker.admit()!.failed();
    }
    expect(coolDowns).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('releases the probe when its caller gives up', () => {
    const { breaker, call, pass } = setUp();
    call('failed', 10);
    pass(4_000);
    breaker.admit()!.abandoned();
    expect(breaker.admit()).toBeDefined();
  });

  it('stays open as long as the register asks, from the first failure on', () => {
    const { breaker, pass } = setUp();
    breaker.admit()!.failed(30_000);
    expect(breaker.admit()).toBeUndefined();
    pass(29_999);
    expect(breaker.admit()).toBeUndefined();
    pass(1);
    expect(breaker.admit()).toBeDefined();
  });

  it('stays open for at most an hour, whatever the register asks', () => {
    const { breaker } = setUp();
    breaker.admit()!.failed(7 * 24 * 60 * 60_000);
    expect(breaker.remainingMs()).toBe(60 * 60_000);
  });

  it('is not closed by the answer to a call that began before it opened', () => {
    const { breaker, call } = setUp();
    const late = breaker.admit()!;
    call('failed', 10);
    late.succeeded();
    expect(breaker.status()).toBe('down');
    expect(breaker.admit()).toBeUndefined();
  });

  it('counts each call once, however often it is reported', () => {
    const { breaker } = setUp();
    const permit = breaker.admit()!;
    for (let report = 0; report < 20; report += 1) permit.failed();
    expect(breaker.admit()).toBeDefined();
  });
});
