/** By the two letters of ISO 3166-2, which are also the postal ones. */
const STATES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

const PROVINCES: Readonly<Record<string, string>> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
};

const BY_COUNTRY = { us: byWords('us', STATES), ca: byWords('ca', PROVINCES) };

/**
 * Returns the code of the state or province named by a register of this country. The country's own
 * take precedence, since two letters may be both. `undefined`: unknown.
 */
export function regionCode(words: string, country: string): string | undefined {
  const key = words.trim().toUpperCase();
  const { us, ca } = BY_COUNTRY;
  const [first, second] = country === 'ca' ? [ca, us] : [us, ca];
  return first.get(key) ?? second.get(key);
}

/** Names of countries that registers write otherwise. */
const OTHERWISE_NAMED: Readonly<Record<string, string>> = {
  USA: 'us',
  'UNITED STATES OF AMERICA': 'us',
  'REPUBLIC OF IRELAND': 'ie',
  'CZECH REPUBLIC': 'cz',
  'HONG KONG': 'hk',
  MACAU: 'mo',
  TURKEY: 'tr',
  'VIRGIN ISLANDS, BRITISH': 'vg',
  'KOREA, REPUBLIC OF': 'kr',
};

/** By English names, in capitals. */
const COUNTRIES = byCountry();

/** Returns the code of the country with this English name. `undefined`: unknown. */
export function countryCode(words: string): string | undefined {
  const key = words.trim().toUpperCase();
  return OTHERWISE_NAMED[key] ?? COUNTRIES.get(key);
}

/** Without codes that another one has replaced, such as FX by FR. */
function byCountry(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return new Map(
    letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => new Intl.Locale(`und-${code}`).region === code)
      .flatMap((code) => {
        const name = names.of(code);
        return name === undefined ? [] : [[name.toUpperCase(), code.toLowerCase()] as const];
      }),
  );
}

function byWords(country: string, names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(names).flatMap(([letters, name]) => {
      const code = `${country}-${letters.toLowerCase()}`;
      return [
        [letters, code],
        [name.toUpperCase(), code],
      ];
    }),
  );
}
