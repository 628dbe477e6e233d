import type { StatedRelation } from '../../core/registries/record.js';
import { relation } from '../../adapters/registries/relations.js';
import { text } from '../../adapters/registries/http/fields.js';
import { optionalList, type Json } from '../../adapters/registries/http/json.js';
import { codeOf } from './seat.js';

/** Legal forms according to eCH-0097. */
const FOREIGN_BRANCH = '0111';
const SWISS_BRANCH = '0151';

/** Returns `true` for branches, else `undefined`, as in a record. */
export function branchOf(form: string | null | undefined): true | undefined {
  return form === FOREIGN_BRANCH || form === SWISS_BRANCH ? true : undefined;
}

/** For all other companies, the register does not say where they were formed. */
export function domesticOf(form: string | null | undefined): false | null {
  return form === FOREIGN_BRANCH ? false : null;
}

const LISTS = [
  ['headOffices', 'home'],
  ['furtherHeadOffices', 'home'],
  ['branchOffices', 'branch'],
  ['hasTakenOver', 'predecessor'],
  ['wasTakenOverBy', 'successor'],
] as const;

/** The companies that an entry names, in any canton: a UID is valid for the whole country. */
export function swissRelations(company: Json): StatedRelation[] {
  return LISTS.flatMap(([list, kind]) =>
    optionalList(company, list).flatMap((other) =>
      relation(kind, {
        jurisdiction: () => cantonOf(other),
        number: () => text(other, 'uid'),
        name: () => text(other, 'name'),
      }),
    ),
  );
}

export function cantonOf(company: Json): string | undefined {
  const canton = text(company, 'canton');
  return canton === null ? undefined : codeOf(canton);
}
