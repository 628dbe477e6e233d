/** ISO 3166-2, by Insee's code of the region. */
const REGIONS: Readonly<Record<string, string>> = {
  '01': 'fr-gp',
  '02': 'fr-mq',
  '03': 'fr-gf',
  '04': 'fr-re',
  '06': 'fr-yt',
  '11': 'fr-idf',
  '24': 'fr-cvl',
  '27': 'fr-bfc',
  '28': 'fr-nor',
  '32': 'fr-hdf',
  '44': 'fr-ges',
  '52': 'fr-pdl',
  '53': 'fr-bre',
  '75': 'fr-naq',
  '76': 'fr-occ',
  '84': 'fr-ara',
  '93': 'fr-pac',
  '94': 'fr-20r',
};

export function regionNumbered(code: string | null): string | undefined {
  return code !== null && Object.hasOwn(REGIONS, code) ? REGIONS[code] : undefined;
}
