import { readAddress } from '../../src/core/matching/addresses/given-address.js';
import { compareAddresses } from '../../src/core/matching/addresses/compare-addresses.js';
import { parseGiven, parseOfficial, type GivenAddress } from '../../src/core/matching/addresses/parse-address.js';
import type { Address } from '../../src/core/registries/record.js';
import { fc } from '../support/property.js';

const official = (given: Partial<Address>): Address => ({
  line1: null,
  line2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  ...given,
});

const compared = (given: GivenAddress, register: Partial<Address>, country = 'US') =>
  compareAddresses(parseGiven(given, country), parseOfficial(official(register), country));

const DENVER = {
  line1: '1200 North Main Street',
  line2: 'Suite 200',
  city: 'Denver',
  region: 'CO',
  postalCode: '80202',
};
const ALL = { unit: true, street: true, locality: true, postalCode: true };

describe('compareAddresses', () => {
  it.each<[string, GivenAddress, Partial<Address>, string]>([
    ['in one text', '1200 N. Main St., Ste 200, Denver, CO 80202-1234', DENVER, 'US'],
    ['in parts', { street: '1200 n main st #200', city: 'DENVER', postalCode: '80202' }, DENVER, 'US'],
    [
      'with the country named',
      '1200 North Main Street Suite 200, Denver 80202, United States of America',
      { ...DENVER, country: 'USA' },
      'US',
    ],
    [
      'of Britain, as the register names it',
      { street: 'Flat 3, 10 Foundry Lane', city: 'Leeds', postalCode: 'LS1 4AP' },
      { line1: 'Flat 3', line2: '10 Foundry Ln', city: 'LEEDS', postalCode: 'LS14AP', country: 'UNITED KINGDOM' },
      'GB',
    ],
    [
      'of Britain',
      'Flat 3, 10 Foundry Lane, Leeds, LS1 4AP',
      { line1: 'Flat 3', line2: '10 Foundry Ln', city: 'LEEDS', postalCode: 'LS14AP' },
      'GB',
    ],
  ])('matches the same address %s', (_how, given, register, country) => {
    expect(compared(given, register, country)).toEqual(ALL);
  });

  it.each<[string, GivenAddress, Partial<Address>, string]>([
    ['Norway', 'Storgata 12, 0155 Oslo', { line1: 'Storgt. 12', city: 'OSLO', postalCode: '0155' }, 'NO'],
    [
      'Switzerland',
      'Bahnhofstrasse 5, 8001 Zürich',
      { line1: 'Bahnhofstr. 5', city: 'Zürich', postalCode: '8001' },
      'CH',
    ],
    [
      'France',
      '8 rue de la Paix, 75002 Paris',
      { line1: '8 RUE DE LA PAIX', city: 'PARIS 2', postalCode: '75002' },
      'FR',
    ],
    ['Czechia', 'Dlouhá 12, 110 00 Praha 1', { line1: 'Dlouhá 730/12', city: 'Praha', postalCode: '11000' }, 'CZ'],
    [
      'Finland',
      'Mannerheimintie 4 A, 00100 Helsinki',
      { line1: 'Mannerheimintie 4 A', city: 'HELSINKI', postalCode: '00100' },
      'FI',
    ],
    [
      'Canada',
      '200 Granville Street, Vancouver V6C 1S4',
      { line1: '200 Granville St', city: 'Vancouver', postalCode: 'V6C1S4' },
      'CA',
    ],
    ['a post box', 'PO Box 77, Denver CO 80202', { line1: 'P.O. Box 77', city: 'Denver', postalCode: '80202' }, 'US'],
  ])('matches street, town and postal code for %s', (_where, given, register, country) => {
    expect(compared(given, register, country)).toMatchObject({ street: true, locality: true, postalCode: true });
  });

  it.each<[string, GivenAddress, object]>([
    ['another unit', '1200 N Main St Suite 300, Denver CO 80202', { unit: false, street: true, postalCode: true }],
    ['another number', '1300 N Main St, Denver CO 80202', { street: false, locality: true, postalCode: true }],
    ['another street', '1200 Foundry Avenue, Denver CO 80202', { street: false, locality: true, postalCode: true }],
    ['another direction', '1200 South Main Street, Denver CO 80202', { street: false }],
    ['another kind of street', '1200 N Main Avenue, Denver CO 80202', { street: false }],
    [
      'another town',
      { street: '1200 N Main St', city: 'Boulder' },
      { street: true, locality: false, postalCode: null },
    ],
    ['another code of the district', '1200 N Main St, Denver CO 80203', { street: true, postalCode: null }],
    ['another district', '1200 N Main St, Pueblo CO 81001', { locality: false, postalCode: false }],
    ['another country', { city: 'Denver', country: 'Canada' }, { street: false, locality: false, postalCode: false }],
    ['a street called like a town', '1200 N Main St, Boulder', { street: true, locality: null }],
    ['the town and the state', 'Denver, CO', { street: null, locality: true, postalCode: null }],
    ['the town alone', 'Denver', { street: null, locality: true, postalCode: null }],
  ])('compares part by part, given %s', (_what, given, expected) => {
    expect(compared(given, DENVER)).toMatchObject(expected);
  });

  it('matches street and town when the street is named like its town', () => {
    const register = { line1: '16 Denver Street', city: 'Denver', postalCode: '80202' };
    for (const given of ['16 Denver St, Denver, CO 80202', { street: '16 Denver St', city: 'Denver' }])
      expect(compared(given, register)).toMatchObject({ street: true, locality: true });
    expect(compared('17 Denver St, Denver, CO 80202', register)).toMatchObject({ street: false, locality: true });
  });

  it('does not compare parts that only one address has', () => {
    const bare = official({ city: 'Denver' });
    expect(compareAddresses(parseGiven({ street: '1 Main St' }, 'US'), parseOfficial(bare, 'US'))).toEqual({
      unit: null,
      street: null,
      locality: null,
      postalCode: null,
    });
  });

  it('handles any text, and never finds an address different from itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('US', 'GB', 'CZ', 'FR'),
        (text, code) => {
          const parsed = parseGiven(text, code);
          const { street, postalCode, locality } = compareAddresses(parsed, parsed);
          for (const part of [street, postalCode, locality]) expect(part).not.toBe(false);
        },
      ),
    );
  });
});

describe('an address in one text', () => {
  it.each([
    ['1200 North Main Street, Denver, CO', 'US'],
    ['Musterweg 1, 10115 Berlin, Germany', 'DE'],
    ['Germany', 'US'],
  ])('reads the country from words at the end: %p of an American register is in %p', (text, country) => {
    expect(parseGiven(text, 'US').country).toBe(country);
  });
});

describe('readAddress', () => {
  it.each([
    ['  1 Main Street ', '1 Main Street'],
    [
      { street: ' 1 Main St ', postal_code: '80202' },
      { street: '1 Main St', postalCode: '80202' },
    ],
  ])('accepts %j', (given, expected) => {
    expect(readAddress(given)).toEqual(expected);
  });

  it.each([
    [''],
    ['   '],
    [{}],
    [[]],
    [7],
    [null],
    [{ street: '' }],
    [{ street: 7 }],
    [{ road: 'x' }],
    ['x'.repeat(501)],
    ['a\0b'],
  ])('rejects %j', (given) => {
    expect(readAddress(given)).toBeUndefined();
  });
});
