import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { readPlace } from '../../src/core/matching/parsing/word-tables.js';

describe('the name of a place', () => {
  it.each([
    ['TEXAS FREIGHT', 0, { place: 'TX', length: 1, isDoubtful: false }],
    ['NEW YORK FREIGHT', 0, { place: 'NY', length: 2, isDoubtful: false }],
    ['NEW YORK CITY FREIGHT', 0, { place: 'NYC', length: 3, isDoubtful: false }],
    ['FREIGHT OF THE UNITED STATES OF AMERICA', 3, { place: 'USA', length: 4, isDoubtful: false }],
    ['FREIGHT OF OHIO', 2, { place: 'OH', length: 1, isDoubtful: false }],
    ['FREIGHT OF OH', 2, { place: 'OH', length: 1, isDoubtful: false }],
    ['FREIGHT OH', 1, { place: 'OH', length: 1, isDoubtful: false }],
    ['OH FREIGHT', 0, { place: 'OH', length: 1, isDoubtful: true }],
    ['FREIGHT OF NEW', 2, undefined],
    ['FREIGHT', 0, undefined],
    ['FREIGHT', 1, undefined],
  ])('is read to its end: %s, from word %d', (name, at, place) => {
    expect(readPlace(name.split(' '), at, 'us')).toEqual(place);
  });

  it('matches in a business name, spelled out or abbreviated', () => {
    const confidence = (asked: string, official: string) =>
      compareNames(parseName(asked, 'us-ny'), parseName(official, 'us-ny')).confidence;
    expect(confidence('New York City Freight LLC', 'NYC Freight LLC')).toBeGreaterThanOrEqual(95);
    expect(confidence('New York City Freight LLC', 'New Haven Freight LLC')).toBeLessThan(50);
  });
});
