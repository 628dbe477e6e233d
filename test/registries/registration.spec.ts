import { regionCode } from '../../src/core/registries/places.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';
import { identifiersOf, registrationOf } from '../../src/core/entities/verified-entity.js';

const record = (more: Partial<RegisterRecord> = {}): RegisterRecord => ({
  id: '12345',
  name: 'Imaginary Lanterns LLC',
  aliases: [],
  status: 'active',
  statusDetail: null,
  goodStanding: null,
  entityType: null,
  formationDate: null,
  domestic: null,
  url: null,
  ...more,
});

describe('registrationOf', () => {
  it('returns undefined when the register says nothing of it', () => {
    expect(registrationOf(record())).toBeUndefined();
  });

  it('returns domestic, foreign or branch as the register says', () => {
    expect(registrationOf(record({ domestic: true }))).toEqual({ kind: 'domestic', basis: 'stated' });
    const home = { jurisdiction: 'us-de', name: 'DE' };
    expect(registrationOf(record({ domestic: false, home }))).toEqual({ kind: 'foreign', home, basis: 'stated' });
    expect(registrationOf(record({ isBranch: true }))).toEqual({ kind: 'branch', basis: 'stated' });
  });

  it('returns only the home when the register says no more than that', () => {
    const home = { name: 'UNITED KINGDOM' };
    expect(registrationOf(record({ home }))).toEqual({ kind: null, home, basis: 'stated' });
  });
});

describe('identifiersOf', () => {
  it('begins with the own number, by the code of GLEIF or else of ISO 3166-2', () => {
    expect(identifiersOf('us-ny', record())).toEqual([{ scheme: 'RA000628', value: '12345' }]);
    expect(identifiersOf('us-pa', record())).toEqual([{ scheme: 'US-PA', value: '12345' }]);
  });

  it('includes the numbers in other lists and in the home register', () => {
    const stated = record({
      identifiers: [{ scheme: 'RA000637', value: '0800000001' }],
      relations: [
        { relation: 'home', jurisdiction: 'us-de', number: '7654321' },
        { relation: 'predecessor', jurisdiction: 'us-de', number: '1' },
        { relation: 'home', name: 'Nowhere' },
      ],
    });
    expect(identifiersOf('us-tx', stated).slice(1)).toEqual([
      { scheme: 'RA000637', value: '0800000001' },
      { scheme: 'RA000602', value: '7654321' },
    ]);
  });
});

describe('regionCode', () => {
  it('finds a state by its letters and by its name, in any case', () => {
    expect(['DE', 'Delaware', 'DELAWARE', ' de '].map((words) => regionCode(words, 'us'))).toEqual(
      Array.from({ length: 4 }, () => 'us-de'),
    );
  });

  it('searches the country of the register first', () => {
    expect([regionCode('AB', 'ca'), regionCode('ON', 'us'), regionCode('CA', 'ca')]).toEqual([
      'ca-ab',
      'ca-on',
      'us-ca',
    ]);
  });

  it('returns undefined for the name of a country', () => {
    expect(['UNITED KINGDOM', 'FD', ''].map((words) => regionCode(words, 'us'))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
