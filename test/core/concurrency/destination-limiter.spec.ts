import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/core/ids.js';
import { Destinations } from '../../../src/core/concurrency/destination-limiter.js';

let nowMs: number;
let destinations: Destinations;

beforeEach(() => {
  nowMs = 0;
  destinations = new Destinations(() => nowMs);
});

const to = (destination: string, accountId = newId('acc')) => ({ destination, accountId });
/** How many places there are at a destination now. */
function places(destination: string): number {
  const taken = [];
  for (let target = to(destination); destinations.enter(target) && taken.length < 1_000; target = to(destination))
    taken.push(target);
  for (const target of taken) destinations.leave(target);
  return taken.length;
}
const times = (count: number, work: () => void) => Array.from({ length: count }).forEach(work);

describe('destinations', () => {
  it('take eight deliveries at a time, each of them apart from the others', () => {
    times(8, () => expect(destinations.enter(to('a.example'))).toBe(true));
    expect(destinations.enter(to('a.example'))).toBe(false);
    expect(places('b.example')).toBe(8);
  });

  it('take two at a time while they are slow, and thirty-two while they answer quickly', () => {
    const held = to('a.example');
    destinations.enter(held);
    destinations.note('a.example', true, 2_500);
    expect(places('a.example')).toBe(1);
    destinations.note('a.example', true, 20);
    expect(places('a.example')).toBe(31);
    destinations.note('a.example', true, 600);
    expect(places('a.example')).toBe(7);
    destinations.leave(held);
  });

  it('of one account take thirty-two together, by whatever names it calls itself', () => {
    const accountId = newId('acc');
    let taken = 0;
    for (let i = 0; i < 100; i++) if (destinations.enter({ destination: `${i}.example`, accountId })) taken += 1;
    expect(taken).toBe(32);
    expect(destinations.enter(to('other.example'))).toBe(true);
    destinations.leave({ destination: '0.example', accountId });
    expect(destinations.enterNext(accountId)).toEqual({ destination: '32.example', accountId });
    expect(destinations.enterNext(accountId)).toBeUndefined();
  });

  it('rest after twenty attempts in silence, are then tried one at a time, and rest longer each time', () => {
    times(19, () => destinations.note('a.example', false, 10_000));
    expect(places('a.example')).toBe(2);
    destinations.note('a.example', false, 10_000);
    for (const restMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      nowMs += restMs - 1;
      expect(places('a.example')).toBe(0);
      nowMs += 1;
      expect(places('a.example')).toBe(1);
      destinations.note('a.example', false, 10_000);
    }
  });

  it('are back with the first answer, whatever it is', () => {
    times(25, () => destinations.note('a.example', false, 10_000));
    nowMs += 60_000;
    destinations.note('a.example', true, 600);
    expect(places('a.example')).toBe(8);
  });

  it('do not rest for errors or refused connections: only waiting in vain is dear', () => {
    times(50, () => destinations.note('a.example', true, 10));
    times(50, () => destinations.note('a.example', false, 10));
    expect(places('a.example')).toBe(8);
  });

  it('tell the holders of places that somebody was turned away, until one has found nothing left of it', () => {
    times(8, () => destinations.enter(to('a.example')));
    expect(destinations.turnedAway('a.example')).toBeUndefined();
    destinations.enter(to('a.example'));
    const first = destinations.turnedAway('a.example');
    expect(first).toBeDefined();
    expect(destinations.turnedAway('a.example')).toBe(first);

    // Somebody comes after the look that found nothing had begun.
    destinations.enter(to('a.example'));
    destinations.madeUpFor('a.example', first!);
    const second = destinations.turnedAway('a.example');
    expect(second).toBeDefined();
    destinations.madeUpFor('a.example', second!);
    expect(destinations.turnedAway('a.example')).toBeUndefined();
  });
});
