import { iso31661 } from 'iso-3166';
import { slug } from '../../core/registries/places.js';

/** Names of Insee's list of countries that the standard's French names differ from, as slugs. */
const OTHERWISE_NAMED: Readonly<Record<string, string>> = {
  'coree-republique-de': 'kr',
  'chine-hong-kong': 'hk',
  'hong-kong': 'hk',
  'federation-de-russie': 'ru',
  'republique-tcheque': 'cz',
};

const FRENCH = new Intl.DisplayNames('fr', { type: 'region' });
const CODES = new Map([
  ...iso31661.map(({ alpha2 }): [string, string] => [slug(FRENCH.of(alpha2) ?? alpha2), alpha2.toLowerCase()]),
  ...Object.entries(OTHERWISE_NAMED),
]);

/** Returns the code of the country with this French name. `undefined`: unknown. */
export function countryNamed(words: string | null): string | undefined {
  return words === null ? undefined : CODES.get(slug(words));
}
