import { addressFault, readAddress } from '../../src/core/matching/addresses/given-address.js';
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
    ['another country', { city: 'Denver', country: 'Canada' }, { street: null, locality: false, postalCode: null }],
    ['another town behind the street', '1200 N Main St, Boulder', { street: true, locality: false }],
    ['the town and the state', 'Denver, CO', { street: null, locality: true, postalCode: null }],
    ['the town alone', 'Denver', { street: null, locality: true, postalCode: null }],
  ])('compares part by part, given %s', (_what, given, expected) => {
    expect(compared(given, DENVER)).toMatchObject(expected);
  });

  it.each<[string, string, string]>([
    ['US', '1200 CR 12', '1200 County Road 12'],
    ['US', '500 SR 9', '500 State Route 9'],
    ['US', '1200 Highway 6', '1200 US Hwy 6'],
    ['US', 'One Main Street', '1 Main St'],
    ['US', 'Twenty-One Main Street', '21 Main St'],
    ['US', '12-14 Main St', '12 Main St'],
    ['US', '12 & 14 Main St', '12-14 Main St'],
    ['US', '14 Main St', '12-16 Main St'],
    ['US', '1200 W 12 Ave', '1200 West 12th Avenue'],
    ['US', '12 MLK Blvd', '12 Martin Luther King Jr. Boulevard'],
    ['US', '12-34 56th St', '1234 56th Street'],
    ['US', 'Main Street 12', '12 Main Street'],
    ['GB', 'Unit 4, Foundry Park, 12 Foundry Lane', '12 Foundry Lane'],
    ['NO', 'Maries v. 3', 'Maries vei 3'],
    ['NO', 'Storgata 12 B', 'Storgt. 12B'],
    ['NO', '17. mai gate 3', '17. mai gate 3, 2. etg'],
    ['CZ', '17. listopadu 12', '17. listopadu 730/12'],
    ['FR', '12 bis rue de la Paix', '12 B rue de la Paix'],
    ['FR', '12, rue du 8 Mai 1945', '12 RUE DU 8 MAI 1945'],
    ['FI', 'Mannerheimintie 4 A 12', 'Mannerheimintie 4'],
    ['CH', '5, rue du Rhône', 'Rue du Rhône 5'],
  ])('reads one house in %s from %s and %s', (country, a, b) => {
    for (const [given, line1] of [
      [a, b],
      [b, a],
    ] as const)
      expect(compared({ street: given }, { line1, city: 'Nowhere' }, country)).toMatchObject({ street: true });
  });

  it.each<[string, string, string]>([
    ['US', '4500 County Road 12', '1200 County Road 12'],
    ['US', '1200 CR 21', '1200 County Road 12'],
    ['US', '4500 US Highway 6', '1200 US Highway 6'],
    ['US', '1200 County Road 12', '77 Placeholder Street'],
    ['US', '500 State Road 9', '500 County Road 9'],
    ['US', '4500 I-70', '1200 Interstate 70'],
    ['US', '4500 FM 1960', '1200 FM 1960'],
    ['US', '4500 Road 12', '1200 Road 12'],
    ['US', '14 Main St Bldg 2', '12 Main St Bldg 2'],
    ['US', '200 Imaginary Street, Bldg 12', '12 Imaginary Street'],
    ['US', '200 Main St, Space 12', '12 Main St'],
    ['US', '200 Main St Trlr 12', '12 Main St'],
    ['US', '200 Main St, Office 12', '12 Main St'],
    ['US', '200 Main St 12th Floor', '12 Main St'],
    ['US', '200 Main St, PMB 12', '12 Main St'],
    ['US', '200 Main St, PO Box 12', '12 Main St'],
    ['US', 'PO Box 12', 'PO Box 14'],
    ['US', '1200 S 500 E', '1200 S 600 E'],
    ['US', '4500 W 12th Ave', '12 W 12th Ave'],
    ['US', '12-14 Main St', '13 Main St'],
    ['US', '12-14 Main St', '14-16 Main St'],
    ['US', '12-34 56th St', '12 56th St'],
    ['GB', 'Flat 3, 10 Foundry Lane', '3 Foundry Lane'],
    ['GB', '12A Foundry Lane', '12B Foundry Lane'],
    ['NO', '17. november 3', '17. november 5'],
    ['NO', 'Storgata 12, 3. etg', 'Storgata 3'],
    ['CZ', '17. listopadu 12', '17. listopadu 17'],
    ['CZ', 'Dlouhá 730/12', 'Dlouhá 731/12'],
    ['FR', '12 rue du 8 Mai 1945', '8 rue du 8 Mai 1945'],
    ['FR', '12 rue du 8 Mai', '12 rue du 11 Mai'],
    ['FR', '12 rue de la Paix, Bât 3', '3 rue de la Paix'],
    ['CH', 'Rue du 31-Décembre 8', 'Rue du 31-Décembre 31'],
    ['FI', 'Mannerheimintie 4 A 12', 'Mannerheimintie 12'],
  ])('tells apart two houses in %s: %s and %s', (country, a, b) => {
    for (const [given, line1] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(compared({ street: given }, { line1, city: 'Nowhere' }, country)).toMatchObject({ street: false });
      expect(compared(`${given}, Nowhere`, { line1, city: 'Nowhere' }, country)).toMatchObject({ street: false });
    }
  });

  it.each<[string, string, string]>([
    ['US', '1A Main Street', '1 Main Street'],
    ['US', '1A Main Street', '1B Main Street'],
    ['US', '1 A Main Street', '1 Main Street'],
    ['US', '12-14 Main Street', '14A Main Street'],
    ['US', '12A-14 Main Street', '12 Main Street'],
    ['GB', '12A Foundry Lane', '12 Foundry Lane'],
    ['NO', 'Storgata 12 B', 'Storgata 12'],
    ['NO', 'Storgata 12N', 'Storgata 12'],
    ['CZ', 'Dlouhá 730/12a', 'Dlouhá 730/12'],
    ['CH', 'Bahnhofstrasse 5a', 'Bahnhofstrasse 5'],
    ['FR', '12 bis rue de la Paix', '12 rue de la Paix'],
    ['FR', '12 A rue de la Paix', '12 rue de la Paix'],
    ['CA', '200A Granville Street', '200 Granville Street'],
    ['DE', 'Musterweg 5 a', 'Musterweg 5'],
  ])('tells apart houses by their letter in %s: %s and %s', (country, a, b) => {
    for (const [given, line1] of [
      [a, b],
      [b, a],
    ] as const)
      expect(compared({ street: given, country }, { line1, city: 'Nowhere', country }, country).street).toBe(false);
  });

  it.each<[string, string, string]>([
    ['US', '1 A Main Street', '1A Main Street'],
    ['US', '1-A Main Street', '1A Main Street'],
    ['US', '1, Apt A, Main Street', '1 Main Street'],
    ['US', '1 Main Street, Apt A', '1 Main Street'],
    ['US', '12A Main Street', '12-14 Main Street'],
    ['US', '12B Main Street', '12-12C Main Street'],
    ['US', '1200 W Main Street', '1200 West Main St'],
    ['US', '12 C Street', '12 C St'],
    ['GB', '12 A Foundry Lane', '12a Foundry Ln'],
    ['NO', 'Storgata 12 B', 'Storgata 12b'],
    ['CZ', 'Dlouhá 12 a', 'Dlouhá 730/12a'],
    ['CH', 'Bahnhofstrasse 5 a', 'Bahnhofstr. 5A'],
    ['FR', '12 A, rue de la Paix', '12a rue de la Paix'],
    ['FI', 'Mannerheimintie 4 A', 'Mannerheimintie 4'],
  ])('reads one house and its letter in %s from %s and %s', (country, a, b) => {
    for (const [given, line1] of [
      [a, b],
      [b, a],
    ] as const)
      expect(compared({ street: given }, { line1, city: 'Nowhere' }, country).street).toBe(true);
  });

  it('does not take words of a name for the house number of another address', () => {
    expect(compared({ street: 'Seven Oaks Road' }, { line1: '12 Seven Oaks Road', city: 'Nowhere' }).street).toBeNull();
  });

  it.each<[string, string, string]>([
    ['CZ', 'Prague', 'Praha 1'],
    ['CZ', 'Brünn', 'Brno'],
    ['CH', 'Geneva', 'Genève'],
    ['CH', 'Genf', 'GENEVE 3'],
    ['CH', 'Zuerich', 'Zürich'],
    ['CH', 'Basle', 'Basel'],
    ['CH', 'Bâle', 'Basel'],
    ['CH', 'Berne', 'Bern'],
    ['CH', 'Saint-Gall', 'St. Gallen'],
    ['FI', 'Helsingfors', 'Helsinki'],
    ['FI', 'Esbo', 'Espoo'],
    ['FI', 'Vanda', 'Vantaa'],
    ['GB', 'Caerdydd', 'CARDIFF'],
    ['FR', 'Strassburg', 'STRASBOURG CEDEX'],
    ['DK', 'Copenhagen', 'København'],
    ['DE', 'Munich', 'München'],
    ['US', 'NYC', 'New York'],
  ])('knows a town of %s as %s and as %s', (country, a, b) => {
    for (const [city, other] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(compared({ city, country }, { city: other, country }).locality).toBe(true);
      expect(compared(`12 Nowhere 12, ${city}`, { city: other }, country).locality).toBe(true);
    }
  });

  it('does not compare the town of a French post office with another', () => {
    const cedex = { line1: '1 place du Rêve', city: 'PARIS LA DEFENSE CEDEX', postalCode: '92042' };
    const given = { street: '1 place du Rêve', city: 'Puteaux', postalCode: '92800' };
    expect(compared(given, cedex, 'FR')).toEqual({
      unit: null,
      street: true,
      locality: null,
      postalCode: null,
      isNearCode: true,
    });
  });

  it.each<[string, GivenAddress, Partial<Address>]>([
    ['US', { street: '12 Imaginary Street', postalCode: '6106' }, { city: 'Storybrook', postalCode: '06106' }],
    ['US', '12 Imaginary Street, Storybrook, CT 6106', { city: 'Storybrook', postalCode: '06106' }],
    ['US', '12 Imaginary Street, Storybrook 6106', { city: 'Storybrook', postalCode: '06106' }],
    ['US', { street: '12 Imaginary Street', postalCode: '6106-1234' }, { city: 'Storybrook', postalCode: '06106' }],
    ['FI', 'Satukatu 12, 100 Helsinki', { line1: 'Satukatu 12', city: 'Helsinki', postalCode: '00100' }],
    ['FI', { street: 'Satukatu 12', postalCode: '1510' }, { line1: 'Satukatu 12', postalCode: '01510' }],
    ['NO', 'Eventyrgata 12, 155 Oslo', { line1: 'Eventyrgata 12', city: 'Oslo', postalCode: '0155' }],
    ['FR', '12 rue du Rêve, 1000 Bourg', { line1: '12 rue du Rêve', city: 'Bourg', postalCode: '01000' }],
  ])('fills a postal code of %s that lost its zeros: %j', (country, given, register) => {
    expect(compared(given, { line1: '12 Imaginary Street', ...register }, country)).toMatchObject({
      street: true,
      postalCode: true,
    });
  });

  it('does not fill a postal code where the codes do not begin with zero', () => {
    const denver = { line1: '12 Imaginary Street', city: 'Denver', postalCode: '80202' };
    expect(compared({ postalCode: '8020' }, denver).postalCode).not.toBe(true);
    expect(compared({ postalCode: '6106' }, { ...denver, postalCode: '06510' }).postalCode).toBe(false);
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
    ['1 Main Street\nNowhere Falls, CO 80001', '1 Main Street, Nowhere Falls, CO 80001'],
    ['1 Main Street,\r\n\r\n Nowhere Falls\n', '1 Main Street, Nowhere Falls'],
    [{ street: 'Suite 2\u20281 Main St' }, { street: 'Suite 2, 1 Main St' }],
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

  it.each([
    [{ street: 7 }, 'street is no text'],
    [{ city: ' ' }, 'city is blank'],
    [{ road: 'x' }, '"road" is none of them'],
    [{ strete: 'x' }, '"strete" is none of them (did you mean street?)'],
    [{ city: 'x', zip: '1' }, '"zip" is none of them (did you mean postal_code?)'],
    [{ city: 'a\0b' }, 'city has control characters'],
    ['a\0b', 'it has control characters'],
    [{ region: 'x'.repeat(501) }, 'region is longer'],
  ])('names the part of %j that is wrong', (given, fault) => {
    expect(addressFault(given)).toMatch(/^be a text of 1 to 500 characters, or an object of some of street, city/);
    expect(addressFault(given).endsWith(`: ${fault}`)).toBe(true);
  });
});
