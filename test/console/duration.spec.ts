import { duration } from '../../src/modules/console/pages/parts.js';

describe('the time that a batch still takes', () => {
  it.each([
    [45, '45 seconds'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [5_340, '89 minutes'],
    [5_400, '2 hours'],
    [36_000, '10 hours'],
  ])('of %i seconds is said as %p', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });
});
