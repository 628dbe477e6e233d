/** Words of streets in the one spelling that both sides are brought to, for each language. */
const ENGLISH: Readonly<Record<string, string>> = {
  ALLEY: 'ALY',
  AVENUE: 'AVE',
  AV: 'AVE',
  BOULEVARD: 'BLVD',
  BUILDING: 'BLDG',
  CENTER: 'CTR',
  CENTRE: 'CTR',
  CIRCLE: 'CIR',
  CLOSE: 'CL',
  COURT: 'CT',
  CRESCENT: 'CRES',
  DRIVE: 'DR',
  EXPRESSWAY: 'EXPY',
  FREEWAY: 'FWY',
  GARDENS: 'GDNS',
  GROVE: 'GRV',
  HEIGHTS: 'HTS',
  HIGHWAY: 'HWY',
  JUNCTION: 'JCT',
  LANE: 'LN',
  MOUNT: 'MT',
  PARKWAY: 'PKWY',
  PLACE: 'PL',
  PLAZA: 'PLZ',
  POINT: 'PT',
  ROAD: 'RD',
  ROUTE: 'RTE',
  SQUARE: 'SQ',
  STREET: 'ST',
  STR: 'ST',
  TERRACE: 'TER',
  TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
  VALLEY: 'VLY',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  FIRST: '1ST',
  SECOND: '2ND',
  THIRD: '3RD',
  FOURTH: '4TH',
  FIFTH: '5TH',
  SIXTH: '6TH',
  SEVENTH: '7TH',
  EIGHTH: '8TH',
  NINTH: '9TH',
  TENTH: '10TH',
};
const FRENCH: Readonly<Record<string, string>> = {
  AVENUE: 'AV',
  AVE: 'AV',
  BOULEVARD: 'BD',
  BLVD: 'BD',
  CHEMIN: 'CHE',
  IMPASSE: 'IMP',
  PLACE: 'PL',
  ROUTE: 'RTE',
  SAINT: 'ST',
  SAINTE: 'STE',
  SQUARE: 'SQ',
  FAUBOURG: 'FBG',
};
const CZECH: Readonly<Record<string, string>> = { NAMESTI: 'NAM', TRIDA: 'TR', NABREZI: 'NABR' };

/** What ends a word there: `STORGATEN` and `STORGT` are one street. */
const GERMAN_ENDINGS = [/(?:STRASSE|STR)$/, 'STR'] as const;
const NORWEGIAN_ENDINGS = [/(?:GATEN|GATA|GATE|GT)$/, 'GATE'] as const;
const NORWEGIAN_ROADS = [/(?:VEIEN|VEGEN|VEI|VEG|VN)$/, 'VEI'] as const;

export interface CountryRules {
  words: Readonly<Record<string, string>>;
  endings: readonly (readonly [RegExp, string])[];
  /** Where a text holds a postal code: the last one found counts. */
  postalCode: RegExp;
  /** How much of a code names a district: another code of the same district is near. */
  districtCharacters: number;
}

const rules = (
  words: CountryRules['words'],
  postalCode: RegExp,
  districtCharacters: number,
  endings: CountryRules['endings'] = [],
): CountryRules => ({ words, endings, postalCode, districtCharacters });

/** Of the countries that have a register here. */
const COUNTRIES: Readonly<Record<string, CountryRules>> = {
  US: rules(ENGLISH, /\b\d{5}(?=-?\d{4}\b|\b)/g, 3),
  GB: rules(ENGLISH, /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g, -3),
  CA: rules(ENGLISH, /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/g, 3),
  FR: rules(FRENCH, /\b\d{5}\b/g, 2),
  CH: rules({ ...FRENCH }, /\b\d{4}\b/g, 2, [GERMAN_ENDINGS]),
  NO: rules({}, /\b\d{4}\b/g, 2, [NORWEGIAN_ENDINGS, NORWEGIAN_ROADS]),
  FI: rules({}, /\b\d{5}\b/g, 3),
  CZ: rules(CZECH, /\b\d{3} ?\d{2}\b/g, 3),
};
/** Of an address elsewhere: whatever has digits where a code would stand. */
const ELSEWHERE = rules(ENGLISH, /\b\d{4,6}\b/g, 2);

export function rulesOf(country: string | null): CountryRules {
  return (country === null ? undefined : COUNTRIES[country]) ?? ELSEWHERE;
}

/** A country by what else it is called, folded; ISO 3166-1 names are known anyway. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  USA: 'US',
  'UNITED STATES OF AMERICA': 'US',
  AMERICA: 'US',
  UK: 'GB',
  'GREAT BRITAIN': 'GB',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  WALES: 'GB',
  'NORTHERN IRELAND': 'GB',
  NORGE: 'NO',
  SUOMI: 'FI',
  'CZECH REPUBLIC': 'CZ',
  'CESKA REPUBLIKA': 'CZ',
  CESKO: 'CZ',
  SCHWEIZ: 'CH',
  SUISSE: 'CH',
  SVIZZERA: 'CH',
  DEUTSCHLAND: 'DE',
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Every country by its English name, in capitals. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...[...LETTERS].flatMap((first) =>
    [...LETTERS].flatMap((second): [string, string][] => {
      const code = first + second;
      const name = ENGLISH_NAMES.of(code);
      // Some codes are former ones, of the same name.
      const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      return name === undefined || !isCurrent ? [] : [[name.toUpperCase(), code]];
    }),
  ),
  ...Object.entries(OTHER_NAMES),
]);

/** Its code, however it is named; `null` for what is no country. */
export function countryOf(folded: string): string | null {
  const name = folded.trim();
  if (/^[A-Z]{2}$/.test(name)) return name === 'UK' ? 'GB' : name;
  return BY_NAME.get(name) ?? null;
}

/** What tells a kind of way, in the spellings that the tables bring it to. */
export const STREET_KINDS: ReadonlySet<string> = new Set(
  'ALY AVE AV BLVD BD CIR CL CT CTR CRES DR EXPY FWY GDNS GRV HWY LN PKWY PL PLZ RD RTE SQ ST TER TRL TPKE RUE CHE IMP QUAI ALLEE NAM TR NABR WAY WALK ROW'.split(
    ' ',
  ),
);
export const DIRECTIONS: ReadonlySet<string> = new Set(['N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW']);
/** What stands before the number of a unit. */
export const UNIT_WORDS: ReadonlySet<string> = new Set(
  'SUITE STE APT APARTMENT UNIT FLAT ROOM RM FLOOR BUREAU APPT APPARTEMENT ETAGE LEVEL LOT'.split(' '),
);
