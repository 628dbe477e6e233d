import { relationOf } from '../../src/core/entities/relations.js';
import { record } from '../support/fakes.js';

const office = {
  line1: '7 Imaginary Quay',
  line2: null,
  city: 'Fableton',
  region: 'NY',
  postalCode: '10001',
  country: 'US',
};
const at = (jurisdiction: string, place: Partial<typeof office> | { postalCode: null }) => ({
  jurisdiction,
  record: record({ id: jurisdiction, name: 'Imaginary Lanterns LLC', clues: { office: { ...office, ...place } } }),
});

describe('two records of one name', () => {
  it.each([
    ['the street and the postal code', {}, true],
    ['the street and the postal code, but for the town', { city: 'Storyville' }, true],
    ['the street and the town, where one has no postal code', { postalCode: null }, true],
    ['the street and the town, but for the postal code', { postalCode: '20002' }, false],
    ['the street, where one has no postal code', { city: 'Storyville', postalCode: null }, false],
    ['all but the street', { line1: '12 Other Road' }, false],
  ])('that have %s in common are of one business: %j, %s', (_what, place, related) => {
    const expected = { relation: 'same_business', basis: 'inferred', why: 'the same name and address' };
    expect(relationOf(at('us-co', {}), at('us-ct', place))).toEqual(related ? expected : undefined);
  });
});
