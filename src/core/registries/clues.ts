import type { Tier } from './jurisdiction.js';
import { findJurisdiction } from './jurisdictions.js';
import type { Address, Clues, Officer, RecordDetails, RegisteredAgent, RegisterRecord } from './record.js';

/** A record, with its details if it was read in full. */
export type ReadRecord = RegisterRecord & { details?: RecordDetails | undefined };

/** Facts to compare with evidence. Unlike `Clues`, they are never stored with a record. */
export interface KnownClues {
  offices: readonly Address[];
  isSeat: boolean;
  agent: RegisteredAgent | null;
  /** `null`: unknown. */
  officers: readonly Officer[] | null;
  formerOfficers: readonly Officer[];
}

/**
 * Adds the clues of a register's first response to the record: see `Clues`. They are parsed on
 * first access, since most records of a search are not the requested business.
 */
export function withClues(
  record: RegisterRecord,
  office: () => Address | null,
  { isSeat = false, officers = () => [], listedAs = () => undefined }: MoreClues = {},
): RegisterRecord {
  let known: { clues: Clues | undefined } | undefined;
  const get = () => (known ??= { clues: quickClues(office(), isSeat, officers(), listedAs()) }).clues;
  return Object.defineProperty(record, 'clues', { enumerable: true, get });
}

interface MoreClues {
  isSeat?: boolean;
  officers?: () => readonly Officer[];
  listedAs?: () => string | undefined;
}

function quickClues(
  office: Address | null,
  isSeat: boolean,
  officers: readonly Officer[],
  listedAs: string | undefined,
): Clues | undefined {
  const present = officers.filter(isPresent);
  if (!office && present.length === 0 && listedAs === undefined) return undefined;
  return {
    ...(listedAs !== undefined && { listedAs }),
    ...(office && { office }),
    ...(office && isSeat && { isSeat }),
    ...(present.length > 0 && { officers: present }),
  };
}

/**
 * Returns the clues of a record's first response together with those of its details, if it was read
 * in full. Officers who have left are apart.
 */
export function cluesOf({ clues }: Pick<RegisterRecord, 'clues'>, details?: RecordDetails): KnownClues {
  const officers = details?.officers ?? clues?.officers ?? null;
  return {
    offices: [clues?.office, details?.principalAddress].filter((office) => office !== undefined && office !== null),
    isSeat: clues?.isSeat === true,
    agent: details?.registeredAgent ?? null,
    officers: officers && officers.filter(isPresent),
    formerOfficers: officers?.filter((officer) => !isPresent(officer)) ?? [],
  };
}

function isPresent({ endDate }: Officer): boolean {
  return endDate === undefined;
}

/** Returns whether a register publishes this of any of its records at a tier. */
export function publishes(kind: 'address' | 'officer', jurisdiction: string, tier: Tier): boolean {
  const { office = 'quick', officers } = findJurisdiction(jurisdiction)?.publishes ?? {};
  const from = kind === 'address' ? office : officers;
  return from === 'quick' || from === tier;
}

/** Returns whether a register publishes agents, who are compared as officers are. */
export function publishesAgents(jurisdiction: string): boolean {
  return findJurisdiction(jurisdiction)?.publishes?.agents !== undefined;
}
