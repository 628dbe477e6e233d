import type { GivenAddress } from '../../src/core/matching/addresses/parse-address.js';
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
const OFFICES: Readonly<Record<string, Address>> = {
  'us-co': at('20 Imaginary Street', 'Fable Junction', '80020'),
  'gb-eaw': at('20 Imaginary Street', 'Fable Junction', 'LS1 4AP'),
  'fr-idf': at('20 RUE IMAGINAIRE', 'NULLEPART-SUR-SEINE', '75001'),
  'no-03': at('Eventyrgata 20', 'NULLVIK', '0155'),
  'cz-10': at('Snová 20', 'Snov', '11000'),
  lv: at('Sapņu iela 20', 'Rīga', '1019'),
  sk: at('Snová 20', 'Snov', '81102'),
  'ch-zh': at('Traumstrasse 20', 'Traumwil', '8001'),
  'ca-bc': at('20 Imaginary Street', 'Fable Junction', 'V6C 1S4'),
};
const weighed = (code: string, address: GivenAddress, isSeat = false) =>
  weighEvidence({ address }, { clues: { office: OFFICES[code]!, ...(isSeat && { isSeat }) } }, code);
const said = (code: string, address: GivenAddress) => weighed(code, address).findings[0];

describe('an address as one text', () => {
  it.each<[string, string, GivenAddress]>([
    [
      'us-co',
      '20 Imaginary Street, Denver, CO 80020',
      { street: '20 Imaginary Street', city: 'Denver', postalCode: '80020' },
    ],
    [
      'us-co',
      '20 Imaginary Street, Othertown 80020',
      { street: '20 Imaginary Street', city: 'Othertown', postalCode: '80020' },
    ],
    [
      'us-co',
      '20 Imaginary Street Othertown CO 80020',
      { street: '20 Imaginary Street', city: 'Othertown', postalCode: '80020' },
    ],
    [
      'us-co',
      '20 Imaginary Street, Imaginary Springs, CO 80020',
      { street: '20 Imaginary Street', city: 'Imaginary Springs', postalCode: '80020' },
    ],
    ['us-co', '20 Imaginary Street, Denver, CO', { street: '20 Imaginary Street', city: 'Denver', region: 'CO' }],
    ['us-co', '20 Imaginary Street, Fable Junction', { street: '20 Imaginary Street', city: 'Fable Junction' }],
    ['us-co', '80020', { postalCode: '80020' }],
    ['us-co', 'Fable Junction 80017', { city: 'Fable Junction', postalCode: '80017' }],
    ['us-co', 'Paris, France', { city: 'Paris', country: 'France' }],
    ['us-co', 'Japan', { country: 'Japan' }],
    [
      'gb-eaw',
      '20 Imaginary Street, Leeds LS1 4AP',
      { street: '20 Imaginary Street', city: 'Leeds', postalCode: 'LS1 4AP' },
    ],
    ['fr-idf', '75001 PARIS CEDEX 01', { city: 'PARIS CEDEX 01', postalCode: '75001' }],
    ['fr-idf', '20 rue Imaginaire, 75001 Paris', { street: '20 rue Imaginaire', city: 'Paris', postalCode: '75001' }],
    [
      'fr-idf',
      '75001 NULLEPART-SUR-SEINE, 20 RUE IMAGINAIRE',
      { street: '20 RUE IMAGINAIRE', city: 'NULLEPART-SUR-SEINE', postalCode: '75001' },
    ],
    ['no-03', 'Eventyrgata 20, 0155 Bergen', { street: 'Eventyrgata 20', city: 'Bergen', postalCode: '0155' }],
    ['lv', 'Sapņu iela 20, Liepāja, LV-1019', { street: 'Sapņu iela 20', city: 'Liepāja', postalCode: 'LV-1019' }],
    ['sk', 'Snová 20, 811 02 Nitra', { street: 'Snová 20', city: 'Nitra', postalCode: '811 02' }],
    ['cz-10', 'Snová 20, 110 00 Brno', { street: 'Snová 20', city: 'Brno', postalCode: '110 00' }],
    ['ch-zh', 'Traumstrasse 20, 8001 Bern', { street: 'Traumstrasse 20', city: 'Bern', postalCode: '8001' }],
    [
      'ca-bc',
      '20 Imaginary Street, Calgary, BC V6C 1S4',
      { street: '20 Imaginary Street', city: 'Calgary', postalCode: 'V6C 1S4' },
    ],
  ])('is compared as the same address in parts is, in %s: %s', (code, text, parts) => {
    expect(said(code, text)).toEqual(said(code, parts));
  });

  it.each<[string, string, string]>([
    ['us-co', '20 Imaginary Street, Denver, CO 80020', 'the same street and number, postal code; another town'],
    ['us-co', '20 Imaginary Street, Denver, CO', 'the same street and number; another town'],
    ['us-co', '80020', 'the same postal code'],
    ['us-co', '90017', 'another postal code'],
    ['us-co', 'Fable Junction 80017', 'the same town; a postal code near by, which says nothing'],
    ['us-co', 'Paris, France', 'another town, country'],
    ['fr-idf', '75001 PARIS CEDEX 01', 'the same postal code'],
    ['fr-idf', '20 rue Imaginaire, 75001 Paris', 'the same street and number, postal code; another town'],
  ])('names each part that was asked and no other, in %s: %s', (code, text, detail) => {
    expect(said(code, text)).toMatchObject({ detail });
  });
});

describe('a country or a region alone', () => {
  const ALONE = [
    { country: 'Japan' },
    { country: 'Canada' },
    { region: 'Bavaria' },
    { region: 'Bavaria', country: 'DE' },
  ];
  it.each(Object.keys(OFFICES).flatMap((code) => ALONE.map((address): [string, GivenAddress] => [code, address])))(
    'says nothing and sends no match to review, in %s: %j',
    (code, address) => {
      const { findings, isElsewhere, contradicts, support } = weighed(code, address, true);
      expect(findings).toMatchObject([{ agrees: null, detail: 'no part of it can be compared' }]);
      expect({ isElsewhere, contradicts, support }).toEqual({ isElsewhere: false, contradicts: false, support: 0 });
    },
  );
});

describe('a seat in another town', () => {
  const officers = [{ name: 'Fictional Alder', title: null }];
  const decided = (address: GivenAddress, code: string) =>
    decide(
      'Imaginary Lanterns Ltd',
      code,
      [record({ id: '1', name: 'Imaginary Lanterns Ltd', clues: { office: OFFICES[code]!, isSeat: true, officers } })],
      { evidence: { address, officer: 'Fictional Alder' } },
    );

  it.each<[string, GivenAddress]>([
    ['gb-eaw', 'EH6 5AA'],
    ['gb-eaw', 'Edinburgh'],
    ['fr-idf', { city: 'Lyon' }],
    ['fr-idf', { city: 'Berlin', country: 'Germany' }],
  ])('needs a review even if an officer agrees, in %s: %j', (code, address) => {
    expect(decided(address, code)).toMatchObject({ match: { review: true, confidence: 84 } });
  });

  it('needs none if the street and the number agree and the postal codes do not differ', () => {
    expect(decided('20 Imaginary Street, Leeds', 'gb-eaw')).toMatchObject({ match: { review: false } });
  });
});
