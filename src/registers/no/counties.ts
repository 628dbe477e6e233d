/** The counties since 2024 and Svalbard: the number of a municipality begins with its county's. */
const COUNTIES: Readonly<Record<string, string>> = {
  '03': 'Oslo',
  '11': 'Rogaland',
  '15': 'Møre og Romsdal',
  '18': 'Nordland',
  '21': 'Svalbard',
  '31': 'Østfold',
  '32': 'Akershus',
  '33': 'Buskerud',
  '34': 'Innlandet',
  '39': 'Vestfold',
  '40': 'Telemark',
  '42': 'Agder',
  '46': 'Vestland',
  '50': 'Trøndelag',
  '55': 'Troms',
  '56': 'Finnmark',
};

/** Counties that are asked for by their municipalities, because the search has no other filter. */
const MUNICIPALITIES: Readonly<Record<string, string>> = { 'no-03': '0301' };

/** `undefined` for the whole country. */
export function municipalityOf(jurisdiction: string): string | undefined {
  return MUNICIPALITIES[jurisdiction];
}

/** ISO 3166-2; `undefined` for a municipality of an earlier county. */
export function countyOf(municipality: string | null): string | undefined {
  return countyName(municipality) === undefined ? undefined : `no-${municipality?.slice(0, 2) ?? ''}`;
}

export function countyName(municipality: string | null): string | undefined {
  const county = municipality?.slice(0, 2) ?? '';
  return Object.hasOwn(COUNTIES, county) ? COUNTIES[county] : undefined;
}
