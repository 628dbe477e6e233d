import type { RegisterRecord, StatedRelation } from '../registries/record.js';
import { countryPart } from '../registries/jurisdiction.js';
import { identifiersOf } from './verified-entity.js';
import { compareAddresses } from '../matching/addresses/compare-addresses.js';
import { parseOfficial } from '../matching/addresses/parse-address.js';
import { samePerson } from '../matching/evidence/people.js';
import { nameKey } from '../matching/parsing/name-key.js';

export const RELATIONS = ['same_business', 'home', 'branch', 'predecessor', 'successor'] as const satisfies readonly (
  'same_business' | StatedRelation['relation']
)[];
export type Relation = (typeof RELATIONS)[number];

export interface PlacedRecord {
  jurisdiction: string;
  record: RegisterRecord;
}

export interface RelatedHow {
  relation: Relation;
  basis: 'stated' | 'inferred';
  /** The field that names the other, or what the two share; never a register's data. */
  why: string;
}

/** Returns the relation of one record to another; `undefined` if nothing says they are related. */
export function relationOf(own: PlacedRecord, other: PlacedRecord): RelatedHow | undefined {
  if (own.jurisdiction === other.jurisdiction && own.record.id === other.record.id) return undefined;
  return (
    named(own, other) ?? namedBy(own, other) ?? sameNumber(own, other) ?? sameHome(own, other) ?? inferred(own, other)
  );
}

function named(own: PlacedRecord, other: PlacedRecord): RelatedHow | undefined {
  const stated = statedOf(own, other);
  return stated && { relation: stated.relation, basis: 'stated', why: `${own.jurisdiction} names its number` };
}

const INVERSE = { home: 'same_business', branch: 'home', predecessor: 'successor', successor: 'predecessor' } as const;

function namedBy(own: PlacedRecord, other: PlacedRecord): RelatedHow | undefined {
  const stated = statedOf(other, own);
  if (!stated) return undefined;
  const relation = stated.relation === 'home' && other.record.isBranch ? 'branch' : INVERSE[stated.relation];
  return { relation, basis: 'stated', why: `${other.jurisdiction} names the number of this record` };
}

function statedOf({ jurisdiction, record }: PlacedRecord, other: PlacedRecord): StatedRelation | undefined {
  return record.relations?.find(
    ({ number, jurisdiction: code }) =>
      number === other.record.id &&
      (code === undefined
        ? countryPart(jurisdiction) === countryPart(other.jurisdiction)
        : isIn(code, other.jurisdiction)),
  );
}

/** A whole country's register has the records of each of its parts. */
function isIn(place: string | undefined, jurisdiction: string): boolean {
  return place !== undefined && (place === jurisdiction || countryPart(place) === jurisdiction);
}

function sameNumber(own: PlacedRecord, other: PlacedRecord): RelatedHow | undefined {
  const numbers = new Set(identifiersOf(own.jurisdiction, own.record).map(({ scheme, value }) => `${scheme} ${value}`));
  const shared = identifiersOf(other.jurisdiction, other.record).find(({ scheme, value }) =>
    numbers.has(`${scheme} ${value}`),
  );
  return (
    shared && {
      relation: 'same_business',
      basis: 'stated',
      why: `both registers give the same number of ${shared.scheme}`,
    }
  );
}

/** A register that names another one means the record of the same name there. */
function sameHome(own: PlacedRecord, other: PlacedRecord): RelatedHow | undefined {
  if (!sameName(own, other)) return undefined;
  const isHome = (from: PlacedRecord, to: PlacedRecord) =>
    isIn(from.record.home?.jurisdiction, to.jurisdiction) && to.record.domestic !== false;
  if (isHome(own, other)) {
    return { relation: 'home', basis: 'stated', why: `${own.jurisdiction} names ${other.jurisdiction}; the same name` };
  }
  if (!isHome(other, own)) return undefined;
  return {
    relation: other.record.isBranch ? 'branch' : 'same_business',
    basis: 'stated',
    why: `${other.jurisdiction} names ${own.jurisdiction}; the same name`,
  };
}

/** The same name alone is not enough: thousands share one. */
function inferred(own: PlacedRecord, other: PlacedRecord): RelatedHow | undefined {
  if (own.jurisdiction === other.jurisdiction || !sameName(own, other)) return undefined;
  const shared = [...(sameAddress(own, other) ? ['address'] : []), ...(sameOfficer(own, other) ? ['officer'] : [])];
  if (shared.length === 0) return undefined;
  return { relation: 'same_business', basis: 'inferred', why: `the same name and ${shared.join(' and ')}` };
}

function sameName(own: PlacedRecord, other: PlacedRecord): boolean {
  return nameKey(own.record.name, own.jurisdiction) === nameKey(other.record.name, other.jurisdiction);
}

function sameAddress(own: PlacedRecord, other: PlacedRecord): boolean {
  const [ours, theirs] = [own.record.clues?.office, other.record.clues?.office];
  if (!ours || !theirs) return false;
  const { street, locality, postalCode } = compareAddresses(
    parseOfficial(ours, countryPart(own.jurisdiction).toUpperCase()),
    parseOfficial(theirs, countryPart(other.jurisdiction).toUpperCase()),
  );
  return street === true && (postalCode === true || (locality === true && postalCode === null));
}

function sameOfficer(own: PlacedRecord, other: PlacedRecord): boolean {
  const [ours, theirs] = [own.record.clues?.officers ?? [], other.record.clues?.officers ?? []];
  return ours.some(({ name }) => theirs.some((officer) => samePerson(name, officer.name)));
}
