import { compareAddresses } from '../../src/core/matching/addresses/compare-addresses.js';
import { parseGiven, parseOfficial } from '../../src/core/matching/addresses/parse-address.js';
import { decide } from '../../src/core/matching/decide.js';
import { weighEvidence } from '../../src/core/matching/evidence/evidence.js';
import type { Address } from '../../src/core/registries/record.js';
import { record } from '../support/fakes.js';

const at = (line1: string, city: string, postalCode: string): Address => ({
  line1,
  line2: null,
  city,
  region: null,
  postalCode,
  country: null,
});
const PLACES = {
  US: at('12 Imaginary Street', 'Fable Junction', '80001'),
  GB: at('12 London Road', 'Leeds', 'LS1 4AP'),
  FR: at('12 rue de Lyon', 'PARIS', '75002'),
  NO: at('Karl Johans gate 5', 'OSLO', '0155'),
  CZ: at('Dlouhá 730/12', 'Praha', '11000'),
  FI: at('Mannerheimintie 4', 'HELSINKI', '00100'),
  CH: at('Bahnhofstrasse 5', 'Zürich', '8001'),
  CA: at('200 Granville Street', 'Vancouver', 'V6C 1S4'),
} as const;
type Country = keyof typeof PLACES;

const compared = (given: string, country: Country) =>
  compareAddresses(parseGiven(given, country), parseOfficial(PLACES[country], country));
const SAME = { street: null, locality: true };
const OTHER = { street: null, locality: false };
/** A town that was not asked is not compared. */
const CODE = { street: null, locality: null, postalCode: true };

describe('an address that is only a place', () => {
  it.each<[string, Country, object]>([
    ['Fable Junction', 'US', SAME],
    ['Fable Junction, CO', 'US', SAME],
    ['Fable Junction CO', 'US', SAME],
    ['Fable Junction, Colorado', 'US', SAME],
    ['Fable Junction, CO 80001', 'US', { ...SAME, postalCode: true }],
    ['Fable Junction, CO 80001-1234, USA', 'US', { ...SAME, postalCode: true }],
    ['80001', 'US', CODE],
    ['80001-1234', 'US', CODE],
    ['Leeds LS1 4AP', 'GB', { ...SAME, postalCode: true }],
    ['Leeds LS1 1AA', 'GB', { ...SAME, postalCode: null }],
    ['LS1 4AP', 'GB', CODE],
    ['75002 Paris', 'FR', { ...SAME, postalCode: true }],
    ['F-75002 Paris', 'FR', { ...SAME, postalCode: true }],
    ['Paris 2e', 'FR', SAME],
    ['0155 Oslo', 'NO', { ...SAME, postalCode: true }],
    ['110 00 Praha 1', 'CZ', { ...SAME, postalCode: true }],
    ['11000 Prague', 'CZ', { ...SAME, postalCode: true }],
    ['Praha 1', 'CZ', SAME],
    ['00100 Helsinki', 'FI', { ...SAME, postalCode: true }],
    ['Helsingfors', 'FI', SAME],
    ['8001 Zürich', 'CH', { ...SAME, postalCode: true }],
    ['CH-8001 Zürich', 'CH', { ...SAME, postalCode: true }],
    ['Vancouver, BC', 'CA', SAME],
    ['Vancouver, BC V6C 1S4', 'CA', { ...SAME, postalCode: true }],
  ])('agrees with the town and the code of the register, and names no street: %s (%s)', (given, country, expected) => {
    expect(compared(given, country)).toMatchObject(expected);
  });

  it.each<[string, Country, object?]>([
    ['Grand Junction, CO', 'US'],
    ['Miami Gardens, FL', 'US'],
    ['Hartford CT', 'US'],
    ['90017', 'US', { ...CODE, postalCode: false }],
    ['London', 'GB'],
    ['69001 Lyon', 'FR'],
    ['Lyon', 'FR'],
    ['Bergen', 'NO'],
    ['5003 Bergen', 'NO'],
    ['602 00 Brno', 'CZ'],
    ['33100 Tampere', 'FI'],
    ['3000 Bern', 'CH'],
    ['Calgary, AB', 'CA'],
  ])('is elsewhere if it is another town or district: %s (%s)', (given, country, expected = OTHER) => {
    expect(compared(given, country)).toMatchObject(expected);
    const { isElsewhere } = weighEvidence(
      { address: given },
      { clues: { office: PLACES[country], isSeat: true } },
      `${country.toLowerCase()}-xx`,
    );
    expect(isElsewhere).toBe(true);
  });

  it.each<[string, Country]>([
    ['CO', 'US'],
    ['Colorado', 'US'],
    ['USA', 'US'],
    ['United Kingdom', 'GB'],
  ])('says nothing if it is a state or a country: %s (%s)', (given, country) => {
    expect(compared(given, country)).toEqual({ unit: null, street: null, locality: null, postalCode: null });
  });

  it('sends a match to review in another town, and confirms none in its own', () => {
    const decided = (jurisdiction: string, asked: string, address: string, office: Address) =>
      decide(asked, jurisdiction, [record({ id: '1', name: 'Barker Plumage LLC', clues: { office, isSeat: true } })], {
        evidence: { address },
      });
    for (const address of ['Grand Junction, CO', '90017'])
      expect(decided('us-co', 'Barker Plumage LLC', address, PLACES.US)).toMatchObject({ match: { review: true } });
    for (const address of ['Fable Junction, CO', '80001', 'Fable Junction']) {
      expect(decided('us-co', 'Barker Plumage LLC', address, PLACES.US)).toMatchObject({ match: { confidence: 100 } });
      expect(decided('us-co', 'Baker Plumage LLC', address, PLACES.US)).toMatchObject({
        match: { review: true, confidence: 84 },
      });
    }
    const alone = decide('Baker Plumage LLC', 'no-03', [record({ id: '1', name: 'Barker Plumage LLC' })]);
    expect(decided('no-03', 'Baker Plumage LLC', '0155 Oslo', PLACES.NO)).toMatchObject({
      match: { confidence: alone.kind === 'match' ? alone.match.confidence : undefined },
    });
  });
});

describe('a street without a number', () => {
  it.each<[string, Country, object]>([
    ['Karl Johans gate', 'NO', { street: null, locality: null }],
    ['Karl Johans gate, Oslo', 'NO', { street: null, locality: true }],
    ['Storgata', 'NO', { street: false, locality: null }],
    ['London Road', 'GB', { street: null, locality: null }],
    ['London Road, Leeds', 'GB', { street: null, locality: true }],
    ['High Street, Leeds', 'GB', { street: false, locality: true }],
    ['Dlouhá', 'CZ', { street: null, locality: null }],
    ['Dlouhá, 110 00 Praha 1', 'CZ', { street: null, locality: true, postalCode: true }],
    ['Mannerheimintie', 'FI', { street: null, locality: null }],
    ['Aleksanterinkatu', 'FI', { street: false, locality: null }],
    ['Bahnhofstrasse, 8001 Zürich', 'CH', { street: null, locality: true, postalCode: true }],
    ['quai Imaginaire, 75002 Paris', 'FR', { street: false, locality: true, postalCode: true }],
  ])('is compared with the street, not with the town: %s (%s)', (given, country, expected) => {
    expect(compared(given, country)).toMatchObject(expected);
  });

  it('keeps its house number in front of a name that is no town', () => {
    expect(compared('12345 Broadway', 'US')).toMatchObject({ street: false, postalCode: null });
    expect(parseGiven('12 Imaginary Street, Fable Junction, CO', 'US')).toMatchObject({ house: '12' });
  });
});

describe('a town with a word that is also abbreviated in streets', () => {
  it('agrees with the register, and ends the street before it', () => {
    expect(compared('12 Imaginary St, Fable Junction, CO 80001', 'US')).toMatchObject({
      street: true,
      locality: true,
      postalCode: true,
    });
  });
});
