import { countryCode, regionCode } from '../../core/registries/places.js';
import { readFields } from '../../core/registries/reading.js';
import type { Home, StatedRelation } from '../../core/registries/record.js';
import { relation } from '../../adapters/registries/relations.js';
import { text } from '../../adapters/registries/http/fields.js';
import { part, type Json } from '../../adapters/registries/http/json.js';

/** The type of a branch. Its parent is an overseas company of the same register. */
export const UK_BRANCH = 'uk-establishment';

/**
 * Returns the place where an overseas company was formed: the state or province if its register's
 * name has it, else the country. The register's own name is the detail.
 */
export function overseasHome(company: Json): Home | undefined {
  const registry = registryOf(company);
  if (!registry) return undefined;
  const words = () => text(registry, 'name') ?? text(registry, 'country');
  const name = words();
  if (name === null) return undefined;
  return readFields<Home>({ jurisdiction: () => placeOf(registry), name: () => words() ?? name });
}

/** The company itself in its home register, with its number there, and the parent of a branch. */
export function overseasRelations(company: Json): StatedRelation[] {
  const details = part(company, 'foreign_company_details');
  const registry = registryOf(company);
  const branch = part(company, 'branch_company_details');
  const home = details
    ? relation('home', {
        jurisdiction: () => registry && placeOf(registry),
        number: () => text(details, 'registration_number'),
      })
    : [];
  const parent = branch
    ? relation('home', {
        jurisdiction: () => nationOf(text(branch, 'parent_company_number')),
        number: () => text(branch, 'parent_company_number'),
        name: () => text(branch, 'parent_company_name'),
      })
    : [];
  return [...home, ...parent];
}

/** The country of an overseas company's own register, if it is named. */
export function homeCountryOf(company: Json): string | undefined {
  const registry = registryOf(company);
  return registry && placeOf(registry)?.slice(0, 2);
}

function registryOf(company: Json): Json | undefined {
  const details = part(company, 'foreign_company_details');
  return details && part(details, 'originating_registry');
}

/** Decides by the letters before the number of an overseas company. */
function nationOf(number: string | null): string {
  if (number?.startsWith('SF')) return 'gb-sct';
  return number?.startsWith('NF') ? 'gb-nir' : 'gb-eaw';
}

function placeOf(registry: Json): string | undefined {
  const country = text(registry, 'country');
  const code = country === null ? undefined : countryCode(country);
  const hasStates = code === undefined || code === 'us' || code === 'ca';
  return (hasStates ? regionOf(text(registry, 'name') ?? country) : undefined) ?? code;
}

/** `Delaware, USA`: the country follows the state. */
function regionOf(words: string | null): string | undefined {
  return words === null ? undefined : regionCode(words.replace(/,[^,]*$/, ''), 'us');
}
