import { cluesOf, publishes, publishesAgents, type KnownClues, type ReadRecord } from '../../registries/clues.js';
import type { Tier } from '../../registries/jurisdiction.js';
import type { Address } from '../../registries/record.js';
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

/** A record, with its details if it was read in full. */
type Weighable = Pick<ReadRecord, 'clues' | 'details'>;

/** A register and the tier at which it was asked. */
interface Asked {
  jurisdiction: string;
  tier: Tier;
  /** The details of the record are known. */
  isRead: boolean;
}

/**
 * Compares the caller's evidence with the data of a register's first response and, at deep, of the
 * record as it was read. `tier`: deep if the details are given.
 */
export function weighEvidence(
  given: GivenEvidence,
  record: Weighable,
  jurisdiction: string,
  tier: Tier = record.details ? 'deep' : 'quick',
): Weighed {
  const details = tier === 'deep' ? record.details : undefined;
  const isRead = details !== undefined;
  const clues = cluesOf(record, details);
  const asked = { jurisdiction, tier, isRead };
  const address = given.address === undefined ? undefined : weighAddress(given.address, clues, asked);
  const officer = given.officer === undefined ? undefined : weighOfficer(given.officer, clues, asked);
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

/** Returns whether only records that are read in full can be compared with some of the evidence. */
export function isOnlyInDetails({ address, officer }: GivenEvidence, jurisdiction: string): boolean {
  const only = (kind: 'address' | 'officer') =>
    publishes(kind, jurisdiction, 'deep') && !publishes(kind, jurisdiction, 'quick');
  return (address !== undefined && only('address')) || (officer !== undefined && only('officer'));
}

const SILENT = { support: 0, isPlaceAlone: true, isDecisive: false, contradicts: false, isElsewhere: false };

/** Explains why there is nothing to compare. */
function silence(kind: 'address' | 'officer', { jurisdiction, tier, isRead }: Asked): Weighed {
  const isUnread = !isRead && !publishes(kind, jurisdiction, 'quick');
  const isAtDeep = publishes(kind, jurisdiction, 'deep') || (kind === 'officer' && publishesAgents(jurisdiction));
  const detail = !publishes(kind, jurisdiction, tier)
    ? `the register does not publish it${tier === 'quick' && isAtDeep ? ' at this tier' : ''}`
    : isUnread
      ? 'it was not read for this record'
      : 'the register does not publish one for this record';
  return { ...SILENT, findings: [{ kind, agrees: null, detail }] };
}

/** A record may have several addresses: the one that agrees best counts. */
function weighAddress(given: GivenAddress, { offices, isSeat, agent }: KnownClues, asked: Asked): Weighed {
  const [best] = offices.map((office) => weighOffice(given, office, isSeat, asked)).toSorted(byAgreement);
  if (best) return best;
  // Many businesses share an agent, so its address is reported and does not count.
  const ofAgent = agent?.address && weighOffice(given, agent.address, false, asked);
  if (ofAgent?.findings[0]?.agrees !== true) return silence('address', asked);
  return { ...SILENT, findings: [{ kind: 'address', agrees: true, detail: 'the address of its registered agent' }] };
}

function byAgreement(a: Weighed, b: Weighed): number {
  const order = ({ findings: [finding], isDecisive, support }: Weighed) =>
    (isDecisive ? 100 : 0) + 10 * support + (finding?.agrees === true ? 2 : finding?.agrees === false ? 1 : 0);
  return order(b) - order(a);
}

function weighOffice(given: GivenAddress, office: Address, isSeat: boolean, { jurisdiction }: Asked): Weighed {
  const finding = (agrees: boolean | null, detail: string): Finding[] => [{ kind: 'address', agrees, detail }];
  const country = jurisdiction.slice(0, 2).toUpperCase();
  const found = compareAddresses(parseGiven(given, country), parseOfficial(office, country));
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
    isElsewhere: isSeat && isInAnotherTown(found),
  };
}

/** The same street and number in a town of another name is in the same town, unless codes differ. */
function isInAnotherTown({ street, locality, postalCode, isAbroad }: AddressAgreement): boolean {
  if (isAbroad) return true;
  const isOther = locality === false || (locality === null && postalCode === false);
  return isOther && !(street === true && postalCode !== false);
}

/** Compares two addresses, each as one text: the caller's and the register's. */
export function weighAddressTexts(given: string, official: string, jurisdiction: string): Weighed {
  const office = { line1: official, line2: null, city: null, region: null, postalCode: null, country: null };
  return weighEvidence({ address: given }, { clues: { office } }, jurisdiction);
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
  const [same, other] = [said(true), [...said(false), ...(found.isAbroad ? ['country'] : [])]];
  const sentences = [
    ...(same.length > 0 ? [`the same ${same.join(', ')}`] : []),
    ...(other.length > 0 ? [`another ${other.join(', ')}`] : []),
    ...(found.isNearCode ? ['a postal code near by, which says nothing'] : []),
  ];
  return sentences.length > 0 ? sentences.join('; ') : 'no part of it can be compared';
}

const NAMES_OTHERS: Finding = { kind: 'officer', agrees: false, detail: 'the register names others' };
const MAY_BE_AGENT: Finding = {
  kind: 'officer',
  agrees: null,
  detail: 'not among the officers; agents are compared at deep',
};

function weighOfficer(given: string, { officers, formerOfficers, agent }: KnownClues, asked: Asked): Weighed {
  const finding = (agrees: boolean, detail: string): Finding[] => [{ kind: 'officer', agrees, detail }];
  const names = (people: readonly { name: string | null }[]) =>
    people.some(({ name }) => name !== null && samePerson(given, name));
  if (officers && names(officers)) {
    const findings = finding(true, 'the register names this person');
    return { ...SILENT, findings, support: SUPPORT.officer, isPlaceAlone: false, isDecisive: true };
  }
  // Neither confirms a record nor speaks against it.
  if (names(formerOfficers))
    return { ...SILENT, findings: finding(false, 'the register names this person as one who left') };
  if (agent && names([agent]))
    return { ...SILENT, findings: finding(true, 'the register names this person as its agent') };
  if (!officers || officers.length + formerOfficers.length === 0) return silence('officer', asked);
  // Agents are published at deep, so at quick a name that is no officer may be the agent. It still
  // speaks for a record that names this person.
  const others = asked.tier === 'quick' && publishesAgents(asked.jurisdiction) ? MAY_BE_AGENT : NAMES_OTHERS;
  return { ...SILENT, findings: [others], contradicts: true };
}
