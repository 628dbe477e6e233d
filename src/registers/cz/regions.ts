/** ISO 3166-2, by ARES's own number of the region. */
const REGIONS: Readonly<Record<string, string>> = {
  '19': 'cz-10',
  '27': 'cz-20',
  '35': 'cz-31',
  '43': 'cz-32',
  '51': 'cz-41',
  '60': 'cz-42',
  '78': 'cz-51',
  '86': 'cz-52',
  '94': 'cz-53',
  '108': 'cz-63',
  '116': 'cz-64',
  '124': 'cz-71',
  '132': 'cz-80',
  '141': 'cz-72',
};

export function regionNumbered(code: string | null): string | undefined {
  return code !== null && Object.hasOwn(REGIONS, code) ? REGIONS[code] : undefined;
}

/** ARES's number of a jurisdiction's region. `undefined` for the whole country. */
export function regionNumber(jurisdiction: string): number | undefined {
  const number = Object.keys(REGIONS).find((each) => REGIONS[each] === jurisdiction);
  return number === undefined ? undefined : Number(number);
}
