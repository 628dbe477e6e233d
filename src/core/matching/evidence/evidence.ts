import type { RegisterRecord } from '../../registries/record.js';
import { compareAddresses, type AddressAgreement } from '../addresses/compare-addresses.js';
import { isOfOneTown } from '../addresses/towns.js';
import { parseGiven, parseOfficial, type GivenAddress } from '../addresses/parse-address.js';
import { samePerson } from './people.js';

export interface GivenEvidence {
  address?: GivenAddress;
  /** Name of a person who runs it. */
  officer?: string;
}

export const EVIDENCE_KINDS = ['name', 'number', 'address', 'officer'] as const;

export interface Finding {
  kind: (typeof EVIDENCE_KINDS)[number];
  /** `null`: not published by the register at this tier, or not comparable. */
  agrees: boolean | null;
  /** For people. Describes how the values compare, never what the register holds. */
  detail: string;
}

/** The combined evidence beside the name, for one record. */
export interface Weighed {
  findings: Finding[];
  /** Log-odds added to those of the name. Never negative. */
  support: number;
  /** At most the town or the postal code agrees, which is no reason to accept a doubtful name. */
  isPlaceAlone: boolean;
  /** The officer, or street and postal code, agree: no other business of the name shares them. */
  isDecisive: boolean;
  /** Street, postal code or officers differ. */
  contradicts: boolean;
  /** The register's address is the seat, and the caller's is in another town. */
  isElsewhere: boolean;
}

/** Log-odds; for their source, see docs/internals/matching.md. */
export const SUPPORT = { streetAndCode: 3.2, street: 2.6, code: 1.1, town: 0.4, officer: 2.6 } as const;
export type Support = keyof typeof SUPPORT;

/** Compares the caller's evidence with the data of a register's first response. */
export function weighEvidence(
  given: GivenEvidence,
  record: Pick<RegisterRecord, 'clues'>,
  jurisdiction: string,
): Weighed {
  const address = given.address === undefined ? undefined : weighAddress(given.address, record, jurisdiction);
  const officer = given.officer === undefined ? undefined : weighOfficer(given.officer, record);
  const both = [address, officer].filter((weighed) => weighed !== undefined);
  return {
    findings: both.flatMap(({ findings }) => findings),
    support: both.reduce((sum, { support }) => sum + support, 0),
    isPlaceAlone: both.every(({ isPlaceAlone }) => isPlaceAlone),
    isDecisive: both.some(({ isDecisive }) => isDecisive),
    contradicts: both.some(({ contradicts }) => contradicts),
    isElsewhere: both.some(({ isElsewhere }) => isElsewhere),
  };
}

const SILENT = { support: 0, isPlaceAlone: true, isDecisive: false, contradicts: false, isElsewhere: false };
const NOT_PUBLISHED = 'the register does not publish it at this tier';

function weighAddress(given: GivenAddress, { clues }: Pick<RegisterRecord, 'clues'>, jurisdiction: string): Weighed {
  const finding = (agrees: boolean | null, detail: string): Finding[] => [{ kind: 'address', agrees, detail }];
  if (!clues?.office) return { ...SILENT, findings: finding(null, NOT_PUBLISHED) };
  const country = jurisdiction.slice(0, 2).toUpperCase();
  const found = compareAddresses(parseGiven(given, country), parseOfficial(clues.office, country));
  const isPlaceAlone = found.street !== true;
  const agrees = addressAgrees(found);
  if (agrees === true && isPlaceAlone && isOfOneTown(jurisdiction))
    return { ...SILENT, findings: finding(null, 'every business of this register is in this town') };
  return {
    findings: finding(agrees, addressInWords(found)),
    support: agrees === true ? supportOf(found) : 0,
    isPlaceAlone,
    isDecisive: found.street === true && found.postalCode === true,
    contradicts: found.street === false || found.postalCode === false || found.locality === false,
    isElsewhere: clues.isSeat === true && isInAnotherTown(found),
  };
}

/** The same street and number in a town of another name is the same town, unless its code differs. */
function isInAnotherTown({ street, locality, postalCode }: AddressAgreement): boolean {
  return locality === false && !(street === true && postalCode !== false);
}

/** Compares two addresses, each as one text: the caller's and the register's. */
export function weighAddressTexts(given: string, official: string, jurisdiction: string): Weighed {
  const office = { line1: official, line2: null, city: null, region: null, postalCode: null, country: null };
  return weighAddress(given, { clues: { office } }, jurisdiction);
}

/** A street and one more part suffice, since the other may be mistyped. */
function addressAgrees({ street, locality, postalCode }: AddressAgreement): boolean | null {
  const parts = [street, locality, postalCode];
  if (street === true && (postalCode === true || locality === true)) return true;
  if (parts.includes(false)) return false;
  return parts.includes(true) ? true : null;
}

function supportOf({ street, postalCode }: AddressAgreement): number {
  if (street === true) return postalCode === true ? SUPPORT.streetAndCode : SUPPORT.street;
  return postalCode === true ? SUPPORT.code : SUPPORT.town;
}

const PARTS = [
  ['unit', 'unit'],
  ['street', 'street and number'],
  ['locality', 'town'],
  ['postalCode', 'postal code'],
] as const;

function addressInWords(found: AddressAgreement): string {
  const said = (agrees: boolean) => PARTS.flatMap(([part, word]) => (found[part] === agrees ? [word] : []));
  const [same, other] = [said(true), said(false)];
  const sentences = [
    ...(same.length > 0 ? [`the same ${same.join(', ')}`] : []),
    ...(other.length > 0 ? [`another ${other.join(', ')}`] : []),
  ];
  return sentences.length > 0 ? sentences.join('; ') : 'no part of it can be compared';
}

function weighOfficer(given: string, { clues }: Pick<RegisterRecord, 'clues'>): Weighed {
  if (!clues?.officers) return { ...SILENT, findings: [{ kind: 'officer', agrees: null, detail: NOT_PUBLISHED }] };
  const agrees = clues.officers.some(({ name }) => samePerson(given, name));
  const detail = agrees ? 'the register names this person' : 'the register names others';
  return {
    ...SILENT,
    findings: [{ kind: 'officer', agrees, detail }],
    support: agrees ? SUPPORT.officer : 0,
    isPlaceAlone: !agrees,
    isDecisive: agrees,
    contradicts: !agrees,
  };
}
