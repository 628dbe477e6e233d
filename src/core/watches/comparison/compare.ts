import type {
  Address,
  EntityStatus,
  FilingHistorySummary,
  Officer,
  RecordDetails,
  RegisteredAgent,
  StandingHint,
} from '../../registries/record.js';
import type { RecordState } from './record-state.js';

/** Codes of changes; each change has the most specific one. */
export const CHANGE_CODES = [
  'STATUS_CHANGED',
  'GOOD_STANDING_LOST',
  'GOOD_STANDING_REGAINED',
  'DISSOLVED',
  'REINSTATED',
  'NAME_CHANGED',
  'ADDRESS_CHANGED',
  'AGENT_CHANGED',
  'OFFICERS_CHANGED',
  'FILED',
  'RECORD_GONE',
  'MOVED',
] as const;
export type ChangeCode = (typeof CHANGE_CODES)[number];

export const CHANGE_WORDS: Readonly<Record<ChangeCode, string>> = {
  STATUS_CHANGED: 'its status changed',
  GOOD_STANDING_LOST: 'good standing was lost',
  GOOD_STANDING_REGAINED: 'good standing was regained',
  DISSOLVED: 'it was dissolved',
  REINSTATED: 'it was reinstated',
  NAME_CHANGED: 'its name changed',
  ADDRESS_CHANGED: 'its address changed',
  AGENT_CHANGED: 'its registered agent changed',
  OFFICERS_CHANGED: 'its officers changed',
  FILED: 'a new filing was made',
  RECORD_GONE: 'the register no longer lists it',
  MOVED: 'it moved to another jurisdiction',
};

/** Returns `undefined` when all are wanted, so that the watch also reports future codes. */
export function narrowedTo(codes: readonly ChangeCode[] | undefined): readonly ChangeCode[] | undefined {
  return codes && CHANGE_CODES.some((code) => !codes.includes(code)) ? codes : undefined;
}

interface ChangeOf<Field extends string, Codes extends ChangeCode, Value> {
  field: Field;
  code: Codes;
  from: Value;
  to: Value;
}

/** A standing that the register does not state: it follows from `because`. */
export interface Inferred {
  basis: 'inferred';
  because: string;
}

/**
 * One changed field of a record. A status of `null`: the record was not listed. A jurisdiction of
 * `null`: one that the register does not name.
 */
export type Change =
  | ChangeOf<'jurisdiction', 'MOVED', string | null>
  | ChangeOf<'status', 'STATUS_CHANGED' | 'DISSOLVED' | 'REINSTATED' | 'RECORD_GONE', EntityStatus | null>
  | ChangeOf<'statusDetail', 'STATUS_CHANGED', string | null>
  | ChangeOf<'goodStanding', 'GOOD_STANDING_LOST' | 'GOOD_STANDING_REGAINED', boolean | null>
  | (ChangeOf<'standingHint', 'GOOD_STANDING_LOST' | 'GOOD_STANDING_REGAINED', StandingHint | null> & Inferred)
  | ChangeOf<'name', 'NAME_CHANGED', string>
  | ChangeOf<'principalAddress', 'ADDRESS_CHANGED', Address>
  | ChangeOf<'registeredAgent', 'AGENT_CHANGED', RegisteredAgent>
  | ChangeOf<'officers', 'OFFICERS_CHANGED', Officer[]>
  | ChangeOf<'filingHistorySummary', 'FILED', FilingHistorySummary>;

/** Statuses of a continuing business: returning to one means reinstatement. */
const GOES_ON: ReadonlySet<EntityStatus> = new Set(['active', 'suspended']);
const ENDED_FOR_NOW: ReadonlySet<EntityStatus> = new Set(['dissolved', 'revoked']);

/**
 * Returns the changes between two readings of one record; empty when they agree. The order of
 * officers, letter case, blanks and punctuation are a register's style, not a change; nor is a part
 * that one reading lacks. While the record is not listed, nothing else is compared.
 */
export function compare(before: RecordState, after: RecordState): Change[] {
  const status = statusChange(before, after);
  if (!after.listed) return status;
  return [
    ...status,
    ...(status.length === 0 && isDetailChanged(before, after) ? [detailChange(before, after)] : []),
    ...standingChange(before, after, status.length > 0),
    ...inferredChange(before, after),
    ...(plainText(before.name) === plainText(after.name)
      ? []
      : [{ field: 'name', code: 'NAME_CHANGED', from: before.name, to: after.name } as const]),
    ...(before.details && after.details ? detailChanges(before.details, after.details) : []),
  ];
}

function statusChange(before: RecordState, after: RecordState): Change[] {
  const from = before.listed ? before.status : null;
  const to = after.listed ? after.status : null;
  if (from === to) return [];
  return [{ field: 'status', code: statusCode(from, to), from, to }];
}

function statusCode(from: EntityStatus | null, to: EntityStatus | null) {
  if (to === null) return 'RECORD_GONE';
  if (to === 'dissolved') return 'DISSOLVED';
  if (from === null) return GOES_ON.has(to) || to === 'unknown' ? 'REINSTATED' : 'STATUS_CHANGED';
  return ENDED_FOR_NOW.has(from) && GOES_ON.has(to) ? 'REINSTATED' : 'STATUS_CHANGED';
}

/**
 * A missing standing says nothing, except that one stated as lost together with another status was
 * lost with it.
 */
function standingChange(before: RecordState, after: RecordState, statusChanged: boolean): Change[] {
  const { goodStanding: from } = before;
  const { goodStanding: to } = after;
  const field = 'goodStanding';
  if (to === false && (from === true || (from === null && statusChanged))) {
    return [{ field, code: 'GOOD_STANDING_LOST', from, to }];
  }
  return from === false && to === true ? [{ field, code: 'GOOD_STANDING_REGAINED', from, to }] : [];
}

function isDetailChanged(before: RecordState, after: RecordState): boolean {
  if (before.statusDetail === undefined || after.statusDetail === undefined) return false;
  const [from, to] = [plainText(before.statusDetail), plainText(after.statusDetail)];
  // A list of results may have only the beginning of what the record says.
  return before.isBrief ? !to.startsWith(from) : from !== to;
}

function detailChange({ statusDetail: from = null }: RecordState, { statusDetail: to = null }: RecordState): Change {
  return { field: 'statusDetail', code: 'STATUS_CHANGED', from, to };
}

/**
 * Compares what the register's data tell of a standing that it does not state. A standing stated
 * as lost is no worse when it is only inferred, and the other way round it is `standingChange`.
 */
function inferredChange(before: RecordState, after: RecordState): Change[] {
  const { standingHint: from } = before;
  const { standingHint: to } = after;
  if (from === undefined || to === undefined) return [];
  const field = 'standingHint';
  const [wasBad, isBad] = [isInferredBad(before), isInferredBad(after)];
  if (isBad && to && !wasBad && before.goodStanding !== false) {
    if (before.isBrief && !isDetailChanged(before, after)) return [];
    return [{ field, code: 'GOOD_STANDING_LOST', from, to, basis: 'inferred', because: to.because }];
  }
  if (!wasBad || !from || isBad || after.goodStanding === false) return [];
  const because = to?.because ?? `No longer the case: ${from.because}`;
  return [{ field, code: 'GOOD_STANDING_REGAINED', from, to, basis: 'inferred', because }];
}

function isInferredBad({ goodStanding, standingHint }: RecordState): boolean {
  return goodStanding === null && standingHint?.goodStanding === false;
}

function detailChanges(before: RecordDetails, after: RecordDetails): Change[] {
  const changes: Change[] = [];
  const { principalAddress: addressBefore, registeredAgent: agentBefore, officers: officersBefore } = before;
  const { principalAddress, registeredAgent, officers } = after;
  if (addressBefore && principalAddress && differ(addressKey(addressBefore), addressKey(principalAddress))) {
    changes.push({ field: 'principalAddress', code: 'ADDRESS_CHANGED', from: addressBefore, to: principalAddress });
  }
  if (agentBefore && registeredAgent && isOtherAgent(agentBefore, registeredAgent)) {
    changes.push({ field: 'registeredAgent', code: 'AGENT_CHANGED', from: agentBefore, to: registeredAgent });
  }
  if (officersBefore && officers && officersKey(officersBefore) !== officersKey(officers)) {
    changes.push({ field: 'officers', code: 'OFFICERS_CHANGED', from: officersBefore, to: officers });
  }
  const { filingHistorySummary: filedBefore } = before;
  const { filingHistorySummary: filed } = after;
  if (filedBefore && filed && hasFiled(filedBefore, filed)) {
    changes.push({ field: 'filingHistorySummary', code: 'FILED', from: filedBefore, to: filed });
  }
  return changes;
}

/** Compares only where both are present: an empty value says nothing. */
function differ(before: string, after: string): boolean {
  return before !== '' && after !== '' && before !== after;
}

/** Registers split the same address into lines in many ways. */
function addressKey({ line1, line2, city, region, postalCode, country }: Address): string {
  return plainText(
    [line1, line2, city, region, postalCode, country].filter((part) => part !== null && part.trim() !== '').join(' '),
  );
}

function isOtherAgent(before: RegisteredAgent, after: RegisteredAgent): boolean {
  return (
    differ(wordsInOrder(before.name), wordsInOrder(after.name)) ||
    (before.address !== null && after.address !== null && differ(addressKey(before.address), addressKey(after.address)))
  );
}

/**
 * Uses current officers only, each once: some registers list those who have left with the date,
 * others not at all.
 */
function officersKey(officers: readonly Officer[]): string {
  const inOffice = officers.filter(({ endDate }) => endDate === undefined);
  const keys = inOffice.map(({ name, title }) => `${wordsInOrder(name)}|${plainText(title)}`);
  return [...new Set(keys)].toSorted().join('\n');
}

/**
 * Compares the day of the last filing, then their number. A correction that removes filings does
 * not count.
 */
function hasFiled(before: FilingHistorySummary, after: FilingHistorySummary): boolean {
  const [dayBefore, countBefore] = lastFiled(before);
  const [day, count] = lastFiled(after);
  if (day !== dayBefore) return day > dayBefore;
  return countBefore !== null && count !== null && count > countBefore;
}

function lastFiled({ lastFilingDate, totalFilings, recentFilings }: FilingHistorySummary) {
  const day = lastFilingDate ?? recentFilings[0]?.date ?? '';
  return [day, totalFilings] as const;
}

/** Punctuation that registers set inconsistently, within a word and between words. */
const WITHIN_WORDS = /[.'’‘`"“”]/g;
const BETWEEN_WORDS = /[\s,;:/()[\]\-‐‑‒–—_]+/g;

/** Normalises letter case, blanks, punctuation and Unicode forms. */
function plainText(text: string | null | undefined): string {
  const written = (text ?? '').normalize('NFKC').toUpperCase().normalize('NFKC');
  const plain = written.replace(WITHIN_WORDS, '').replace(BETWEEN_WORDS, ' ').trim();
  return plain === '' ? written.trim() : plain;
}

/** Like `plainText` with sorted words: registers write a person's surname first or last. */
function wordsInOrder(text: string | null | undefined): string {
  return plainText(text).split(' ').toSorted().join(' ');
}
