/** The counties since 2024 and Svalbard: the number of a municipality begins with its county's. */
const COUNTIES = new Set([
  ...['03', '11', '15', '18', '21', '31', '32', '33', '34', '39', '40', '42', '46', '50', '55', '56'],
]);

/** ISO 3166-2; `undefined` for a municipality of an earlier county. */
export function countyOf(municipality: string | null): string | undefined {
  const county = municipality?.slice(0, 2) ?? '';
  return COUNTIES.has(county) ? `no-${county}` : undefined;
}
