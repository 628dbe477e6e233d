import { collateNames, compareText } from '../../src/core/compare-text.js';

const NAMES = ['alder Lamps', 'Zinnia Lamps', 'Élan Lamps', 'ALDER LAMPS', 'Birch Lamps', 'Alder Lamps', 'Elan Lamps'];
const FOR_PEOPLE = [
  'ALDER LAMPS',
  'Alder Lamps',
  'alder Lamps',
  'Birch Lamps',
  'Elan Lamps',
  'Élan Lamps',
  'Zinnia Lamps',
];

describe('collateNames', () => {
  it('orders names whatever the case and accents of their letters', () => {
    expect(NAMES.toSorted(collateNames)).toEqual(FOR_PEOPLE);
  });

  it('gives one order for any order of the input', () => {
    for (let first = 0; first < NAMES.length; first++) {
      const turned = [...NAMES.slice(first), ...NAMES.slice(0, first)];
      expect(turned.toSorted(collateNames)).toEqual(FOR_PEOPLE);
      expect(turned.toReversed().toSorted(collateNames)).toEqual(FOR_PEOPLE);
    }
  });

  it('puts only the same text at the same place', () => {
    for (const a of NAMES) for (const b of NAMES) expect(collateNames(a, b) === 0).toBe(a === b);
  });
});

describe('compareText', () => {
  it('orders by code units, as cursors and the database do', () => {
    expect(['b', 'a', 'B', 'é'].toSorted(compareText)).toEqual(['B', 'a', 'b', 'é']);
  });
});
