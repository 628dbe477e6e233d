import { duration } from '../../src/console/pages/parts.js';

describe('duration', () => {
  it.each([
    [45, '45 seconds'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [5_340, '89 minutes'],
    [5_400, '2 hours'],
    [36_000, '10 hours'],
  ])('writes %i seconds as %p', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });
});
