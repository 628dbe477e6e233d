/** The code in ISO 3166-2 and the name of each region, by Insee's code. */
const REGIONS: Readonly<Record<string, readonly [code: string, name: string]>> = {
  '01': ['fr-gp', 'Guadeloupe'],
  '02': ['fr-mq', 'Martinique'],
  '03': ['fr-gf', 'Guyane'],
  '04': ['fr-re', 'La Réunion'],
  '06': ['fr-yt', 'Mayotte'],
  '11': ['fr-idf', 'Île-de-France'],
  '24': ['fr-cvl', 'Centre-Val de Loire'],
  '27': ['fr-bfc', 'Bourgogne-Franche-Comté'],
  '28': ['fr-nor', 'Normandie'],
  '32': ['fr-hdf', 'Hauts-de-France'],
  '44': ['fr-ges', 'Grand Est'],
  '52': ['fr-pdl', 'Pays de la Loire'],
  '53': ['fr-bre', 'Bretagne'],
  '75': ['fr-naq', 'Nouvelle-Aquitaine'],
  '76': ['fr-occ', 'Occitanie'],
  '84': ['fr-ara', 'Auvergne-Rhône-Alpes'],
  '93': ['fr-pac', 'Provence-Alpes-Côte d’Azur'],
  '94': ['fr-20r', 'Corse'],
};

export const REGION_NUMBERS: readonly string[] = Object.keys(REGIONS);

export function regionNumbered(number: string | null): string | undefined {
  return number !== null && Object.hasOwn(REGIONS, number) ? REGIONS[number]?.[0] : undefined;
}

export function regionName(number: string | null): string | undefined {
  return number !== null && Object.hasOwn(REGIONS, number) ? REGIONS[number]?.[1] : undefined;
}

/** Insee's number of a jurisdiction's region. `undefined` for the whole country. */
export function regionNumber(jurisdiction: string): string | undefined {
  return REGION_NUMBERS.find((number) => regionNumbered(number) === jurisdiction);
}
