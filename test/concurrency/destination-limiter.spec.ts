import { newId } from '../../src/core/ids.js';
import { DestinationLimiter } from '../../src/core/concurrency/destination-limiter.js';

let nowMs: number;
let destinationLimiter: DestinationLimiter;

beforeEach(() => {
  nowMs = 0;
  destinationLimiter = new DestinationLimiter(() => nowMs);
});

const to = (destination: string, accountId = newId('acc')) => ({ destination, accountId });
/** Returns the current number of places at a destination. */
function places(destination: string): number {
  const taken = [];
  for (
    let target = to(destination);
    destinationLimiter.tryAcquire(target) && taken.length < 1_000;
    target = to(destination)
  )
    taken.push(target);
  for (const target of taken) destinationLimiter.release(target);
  return taken.length;
}
const times = (count: number, work: () => void) => Array.from({ length: count }).forEach(work);

describe('DestinationLimiter', () => {
  it('allows eight deliveries at a time to each destination', () => {
    times(8, () => expect(destinationLimiter.tryAcquire(to('a.example'))).toBe(true));
    expect(destinationLimiter.tryAcquire(to('a.example'))).toBe(false);
    expect(places('b.example')).toBe(8);
  });

  it('allows two at a time to a slow destination, and thirty-two to a fast one', () => {
    const held = to('a.example');
    destinationLimiter.tryAcquire(held);
    destinationLimiter.recordAttempt('a.example', true, 2_500);
    expect(places('a.example')).toBe(1);
    destinationLimiter.recordAttempt('a.example', true, 20);
    expect(places('a.example')).toBe(31);
    destinationLimiter.recordAttempt('a.example', true, 600);
    expect(places('a.example')).toBe(7);
    destinationLimiter.release(held);
  });

  it('allows an account thirty-two deliveries together, under any host names', () => {
    const accountId = newId('acc');
    let taken = 0;
    for (let i = 0; i < 100; i++)
      if (destinationLimiter.tryAcquire({ destination: `${i}.example`, accountId })) taken += 1;
    expect(taken).toBe(32);
    expect(destinationLimiter.tryAcquire(to('other.example'))).toBe(true);
    destinationLimiter.release({ destination: '0.example', accountId });
    expect(destinationLimiter.tryAcquireNext(accountId)).toEqual({ destination: '32.example', accountId });
    expect(destinationLimiter.tryAcquireNext(accountId)).toBeUndefined();
  });

  it('counts what an account still has running after one of its deliveries has ended', () => {
    const accountId = newId('acc');
    const take = (destination: string) => destinationLimiter.tryAcquire({ destination, accountId });
    for (let i = 0; i < 32; i++) expect(take(`${i}.example`)).toBe(true);
    destinationLimiter.release({ destination: '0.example', accountId });
    expect([take('32.example'), take('33.example')]).toEqual([true, false]);
  });

  it('pauses a destination after twenty timeouts, then tries one at a time with longer pauses', () => {
    times(19, () => destinationLimiter.recordAttempt('a.example', false, 10_000));
    expect(places('a.example')).toBe(2);
    destinationLimiter.recordAttempt('a.example', false, 10_000);
    for (const restMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      nowMs += restMs - 1;
      expect(places('a.example')).toBe(0);
      nowMs += 1;
      expect(places('a.example')).toBe(1);
      destinationLimiter.recordAttempt('a.example', false, 10_000);
    }
  });

  it('restores a destination with its first answer, whatever it is', () => {
    times(25, () => destinationLimiter.recordAttempt('a.example', false, 10_000));
    nowMs += 60_000;
    destinationLimiter.recordAttempt('a.example', true, 600);
    expect(places('a.example')).toBe(8);
  });

  it('does not pause a destination for errors or refused connections, which cost little', () => {
    times(50, () => destinationLimiter.recordAttempt('a.example', true, 10));
    times(50, () => destinationLimiter.recordAttempt('a.example', false, 10));
    expect(places('a.example')).toBe(8);
  });

  it('reports a refused caller to the holders of places until one finds nothing left of it', () => {
    times(8, () => destinationLimiter.tryAcquire(to('a.example')));
    expect(destinationLimiter.refusals('a.example')).toBeUndefined();
    destinationLimiter.tryAcquire(to('a.example'));
    const first = destinationLimiter.refusals('a.example');
    expect(first).toBeDefined();
    expect(destinationLimiter.refusals('a.example')).toBe(first);

    // A caller is refused after the holder of a place began to look for work.
    destinationLimiter.tryAcquire(to('a.example'));
    destinationLimiter.madeUpFor('a.example', first!);
    const second = destinationLimiter.refusals('a.example');
    expect(second).toBeDefined();
    destinationLimiter.madeUpFor('a.example', second!);
    expect(destinationLimiter.refusals('a.example')).toBeUndefined();
  });

  it('keeps no state once the last holder has left, nor of refused callers', () => {
    const accountId = newId('acc');
    const held = Array.from({ length: 32 }, (_, n) => to(`held-${n}.example`, accountId));
    for (const target of held) expect(destinationLimiter.tryAcquire(target)).toBe(true);
    times(500, () => destinationLimiter.tryAcquire(to(`more-${newId('acc')}.example`, accountId)));
    expect(destinationLimiter.size).toBe(32);
    for (const target of held) destinationLimiter.release(target);
    destinationLimiter.refusals('gone.example');
    destinationLimiter.madeUpFor('gone.example', 1);
    expect(destinationLimiter.size).toBe(0);
  });
});
