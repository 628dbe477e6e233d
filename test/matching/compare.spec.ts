import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';

const confidence = (asked: string, official: string, jurisdiction = 'us-ny') =>
  compareNames(parseName(asked, jurisdiction), parseName(official, jurisdiction)).confidence;
const method = (asked: string, official: string, jurisdiction = 'us-ny') =>
  compareNames(parseName(asked, jurisdiction), parseName(official, jurisdiction)).method;

describe('a retyped name', () => {
  it.each([
    ['another case', 'brackenridge mills llc', 'BRACKENRIDGE MILLS LLC', 'us-ny'],
    ['punctuation', 'Brackenridge Mills, L.L.C.', 'BRACKENRIDGE MILLS LLC', 'us-ny'],
    ['and for &', 'Tolliver and Sons Inc', 'TOLLIVER & SONS, INC.', 'us-ny'],
    ['no legal form', 'Brackenridge Mills', 'BRACKENRIDGE MILLS LLC', 'us-ny'],
    ['the form spelled out', 'Brackenridge Mills Limited Liability Company', 'BRACKENRIDGE MILLS LLC', 'us-ny'],
    ['Incorporated for Inc', 'Quenby Labs Incorporated', 'QUENBY LABS, INC.', 'us-ny'],
    ['an apostrophe', 'OBrannigan Freight Ltd', "O'BRANNIGAN FREIGHT LIMITED", 'gb-eaw'],
    ['leading The', 'Quillfeather Company Limited', 'THE QUILLFEATHER COMPANY LIMITED', 'gb-eaw'],
    ['dotted initials', 'T.R. Harkaway Ltd', 'T R HARKAWAY LIMITED', 'gb-eaw'],
    ['an abbreviation', 'Brackenridge Intl Svcs LLC', 'BRACKENRIDGE INTERNATIONAL SERVICES LLC', 'us-ny'],
    ['a slip of the keys', 'Brakcenridge Oakmarsh LLC', 'BRACKENRIDGE OAKMARSH LLC', 'us-ny'],
    ['words run together', 'Oakmarsh Brewing Ltd', 'OAK MARSH BREWING LIMITED', 'gb-eaw'],
    ['accents left out', 'Societe Etoile Perchee SARL', 'SOCIÉTÉ ÉTOILE PERCHÉE', 'fr-idf'],
    ['a slip in a word with two spellings', 'Compagnnie Perchoir', 'COMPAGNIE PERCHOIR', 'fr-idf'],
    ['ue for ü', 'Muellhaupt Werkzeuge AG', 'Müllhaupt Werkzeuge AG', 'ch-zh'],
    ['another national name of the form', 'Müllhaupt Werkzeuge SA', 'Müllhaupt Werkzeuge AG', 'ch-zh'],
    ['the form in front', 'SARL Perchoir Doré', 'PERCHOIR DORE', 'fr-idf'],
    ['the form in front, in Latvian', 'SIA "Vrbovka"', 'Vrbovka, sabiedrība ar ierobežotu atbildību', 'lv'],
    ['the form spelled out in Singapore', 'Vrbovka Pte. Ltd.', 'VRBOVKA PRIVATE LIMITED', 'sg'],
    ['the form spelled out in Slovak', 'Vrbovka, s. r. o.', 'Vrbovka spoločnosť s ručením obmedzeným', 'sk'],
    ['the form spelled out in Czech', 'Vrbovka, s.r.o.', 'Vrbovka společnost s ručením omezeným', 'cz-10'],
    ['a slash in the form', 'Fjellrype Bygg A/S', 'FJELLRYPE BYGG AS', 'no-03'],
    ['a form with spaces', 'Frailejón Labs SAS', 'FRAILEJON LABS S. A. S.', 'co'],
    ['a public service', 'Frailejón Aguas S.A.', 'FRAILEJON AGUAS S.A. E.S.P.', 'co'],
    ['the form spelled out in Spanish', 'Frailejón Sociedad por Acciones Simplificada', 'FRAILEJON SAS', 'co'],
    ['a partnership and company', 'Frailejón y Cía. S. en C.', 'FRAILEJON Y CIA S EN C', 'co'],
    ['a roman numeral', 'Harkaway Fund 2 LP', 'HARKAWAY FUND II LP', 'us-ny'],
    ['a number in words', 'Harkaway Fund Two LP', 'HARKAWAY FUND 2 LP', 'us-ny'],
  ])('scores at least 85 against its own record (%s): %s', (_what, asked, official, jurisdiction) => {
    expect(confidence(asked, official, jurisdiction)).toBeGreaterThanOrEqual(85);
  });
});

describe('the name of a sibling', () => {
  it.each([
    ['one word more', 'Brackenridge Mills LLC', 'BRACKENRIDGE MILLS HOLDINGS LLC'],
    ['a place more', 'Brackenridge Mills LLC', 'BRACKENRIDGE MILLS TEXAS LLC'],
    ['one word exchanged', 'Harkaway Dental LLC', 'HARKAWAY LOGISTICS LLC'],
    ['a number more', 'Harkaway Fund LP', 'HARKAWAY FUND II LP'],
    ['another legal form', 'Harkaway Dental LLC', 'HARKAWAY DENTAL INC'],
    ['another single letter', 'Harkaway Series A LLC', 'HARKAWAY SERIES B LLC'],
    ['a short name with one letter exchanged', 'BQR LLC', 'BQS LLC'],
    ['common words alone, one of them in the plural', 'Global Services Group LLC', 'GLOBAL SERVICE GROUP LLC'],
  ])('stays below 85 (%s): %s', (_what, asked, official) => {
    expect(confidence(asked, official)).toBeLessThan(85);
  });

  it.each([
    ['us-va', 'Tall Tale Trading', 'Tall Tale Trading Company LLC'],
    ['us-ny', 'Harkaway Dental', 'HARKAWAY DENTAL CO INC'],
    ['gb-eaw', 'The Harkaway Trading', 'HARKAWAY TRADING COMPANY LIMITED'],
  ])('goes to review when COMPANY is omitted with the legal form (%s): %s', (code, asked, official) => {
    expect(confidence(asked, official, code)).toBeGreaterThanOrEqual(60);
    expect(confidence(asked, official, code)).toBeLessThan(85);
  });

  it.each([
    ['a legal form behind it', 'Tall Tale Trading LLC', 'Tall Tale Trading Company LLC'],
    ['a word more', 'Tall Tale Trading', 'Tall Tale Trading Overland Company LLC'],
    ['a word less', 'Tall Tale Overland Trading', 'Tall Tale Trading Company LLC'],
  ])('does not match when COMPANY is missing and one name has %s', (_what, asked, official) => {
    expect(confidence(asked, official, 'us-va')).toBeLessThan(60);
  });

  it.each([
    ['digits', 'Harkaway Fund 2 LP', 'Harkaway Fund 3 LP'],
    ['roman numerals', 'Harkaway Fund II LP', 'Harkaway Fund III LP'],
    ['number words', 'Harkaway One LLC', 'Harkaway Two LLC'],
    ['ordinals', 'First Harkaway LLC', 'Second Harkaway LLC'],
    ['years', 'Harkaway (2019) LLC', 'Harkaway (2021) LLC'],
    ['digits within a word', 'Q7R Systems LLC', 'Q8R Systems LLC'],
  ])('does not match when the numbers conflict: %s', (_what, asked, official) => {
    expect(confidence(asked, official)).toBeLessThan(60);
  });
});

describe('the match method', () => {
  it('is exact for the same characters, outer blanks aside', () => {
    expect(method(' Quenby Labs, Inc. ', 'Quenby Labs, Inc.')).toBe('exact');
    expect(confidence('Quenby Labs, Inc.', 'Quenby Labs, Inc.')).toBe(100);
  });

  it('is normalised for another spelling of the same name', () => {
    expect(method('QUENBY LABS INC', 'Quenby Labs, Inc.')).toBe('normalised');
  });

  it('is normalised when the second word of UNLIMITED COMPANY is shortened', () => {
    const [asked, official] = ['QUENBY NOTE UNLIMITED CO', 'Quenby Note Unlimited Company'].map((name) =>
      parseName(name, 'gb-eaw'),
    );
    expect(compareNames(asked!, official!).method).toBe('normalised');
  });

  it('is fuzzy for everything else', () => {
    expect(method('Quenby Lab Inc', 'Quenby Labs, Inc.')).toBe('fuzzy');
  });
});

describe('the explanation', () => {
  it('names the difference that decided', () => {
    const { explanation } = compareNames(parseName('Harkaway Fund 2 LP', ''), parseName('Harkaway Fund 3 LP', ''));
    expect(explanation.join('; ')).toMatch(/numbers differ/);
  });

  it.each([
    ['a leading THE', 'Quillfeather Trust', 'THE QUILLFEATHER TRUST', 'only one name begins with THE'],
    ['an abbreviation', 'Quillfeather Svcs', 'QUILLFEATHER SERVICES LLC', 'SVCS and SERVICES are one word'],
    ['a number in words', 'Harkaway Fund Two', 'HARKAWAY FUND 2 LP', 'TWO and 2 are one number'],
    ['a roman numeral', 'Harkaway Fund II LP', 'HARKAWAY FUND 2 LP', 'II and 2 are one number'],
    [
      'a d/b/a on one side',
      'Harkaway Inc',
      'HARKAWAY INC DBA ZENITH TOWING',
      'the name after "doing business as" is in one name only: ZENITH TOWING',
    ],
    [
      'repeated initials',
      'Society of Tidal Linguistics',
      'Society of Tidal Linguistics (STL)',
      'the same words once spellings of the legal form, "and" and initials are read alike',
    ],
  ])('gives a reason when words are equal after rewriting: %s', (_what, asked, official, reason) => {
    expect(compareNames(parseName(asked, 'us-ny'), parseName(official, 'us-ny')).explanation).toContain(reason);
  });

  it('says that the name after d/b/a was compared, in both directions', () => {
    const names = ['Quillmark Bakery LLC', 'HARKAWAY HOLDINGS LLC DBA QUILLMARK BAKERY'].map((name) =>
      parseName(name, 'us-ny'),
    );
    for (const [asked, official] of [names, names.toReversed()]) {
      const { explanation } = compareNames(asked!, official!);
      expect(explanation).toEqual(['only one name has a legal form', 'compared by the name after "doing business as"']);
    }
  });
});

it('compares two names the same in both directions', () => {
  const names = [
    'Harkaway Fund 2 LP',
    'HARKAWAY FUNDS',
    'Oak Marsh Brewing Ltd',
    'Oakmarsh Brewery',
    'The Quillfeather Co',
  ];
  for (const a of names) for (const b of names) expect(confidence(a, b)).toBe(confidence(b, a));
});
