import type { Coverage } from '../../registries/jurisdiction.js';
import { compare, type Change, type ChangeCode } from './compare.js';
import type { BlindReason, WatchFact } from '../event.js';
import {
  gone,
  isDetailPart,
  latest,
  moved,
  readingsOf,
  type DetailReadings,
  type PartReading,
  type RecordState,
} from './record-state.js';

/** A record counts as gone when two complete searches this far apart do not find it. */
const GONE_AFTER_MS = 24 * 3_600_000;
/** Unanswered checks after which a watch is blind. */
const BLIND_AFTER = 2;

export interface Memory {
  jurisdiction: string;
  seen: RecordState;
  /** Time the record, or its initial state, was last read. */
  seenAt: Date;
  seenParserVersion: number;
  /** Details are read less often than the rest of the record. */
  detailReadings: DetailReadings;
  lastCheckedAt: Date | undefined;
  unanswered: number;
  unansweredSince: Date | undefined;
  unansweredReason: BlindReason | undefined;
  blindSince: Date | undefined;
  /** First complete search without the record. */
  absentSince: Date | undefined;
}

export type Outcome =
  | { kind: 'read'; state: RecordState; parserVersion: number }
  | { kind: 'moved'; to: string | null; parserVersion: number }
  | { kind: 'absent'; coverage: Coverage; parserVersion: number }
  | { kind: 'unanswered'; reason: BlindReason };

/**
 * Returns the state and the facts to report after a check at `at`. Unwanted changes are stored but
 * not reported.
 */
export function judge(
  memory: Memory,
  outcome: Outcome,
  at: Date,
  wanted: readonly ChangeCode[] | undefined,
): { memory: Memory; facts: WatchFact[] } {
  if (outcome.kind === 'unanswered') return unanswered(memory, outcome.reason, at);
  const sighted: Memory = {
    ...memory,
    lastCheckedAt: at,
    unanswered: 0,
    unansweredSince: undefined,
    unansweredReason: undefined,
    blindSince: undefined,
  };
  const facts: WatchFact[] = memory.blindSince ? [{ event: 'watch.sighted', since: memory.blindSince }] : [];
  const judged = answered(sighted, outcome, at);
  const told = judged.changes.filter(({ code }) => wanted === undefined || wanted.includes(code));
  if (told.length > 0) {
    facts.push({
      event: 'entity.changed',
      changes: told,
      observedBetween: [earliest(told.map((change) => readingOf(memory, change).at)), at],
      ...(judged.coverage && { coverage: judged.coverage }),
    });
  }
  return { memory: judged.memory, facts };
}

function unanswered(memory: Memory, reason: BlindReason, at: Date): { memory: Memory; facts: WatchFact[] } {
  const since = memory.unansweredSince ?? at;
  const firstReason = memory.unansweredReason ?? reason;
  const count = memory.unanswered + 1;
  const isBlind = count >= BLIND_AFTER;
  return {
    memory: {
      ...memory,
      unanswered: count,
      unansweredSince: since,
      unansweredReason: firstReason,
      blindSince: isBlind ? since : undefined,
    },
    facts: count === BLIND_AFTER ? [{ event: 'watch.blind', since, reason: firstReason }] : [],
  };
}

interface Judged {
  memory: Memory;
  changes: Change[];
  coverage?: Coverage;
}

function answered(memory: Memory, outcome: Exclude<Outcome, { kind: 'unanswered' }>, at: Date): Judged {
  if (outcome.kind === 'read') return read(memory, outcome, at);
  return outcome.kind === 'moved' ? elsewhere(memory, outcome, at) : absent(memory, outcome.coverage, at);
}

/** A new parser version resets the baseline, part by part. */
function read(memory: Memory, { state, parserVersion }: Extract<Outcome, { kind: 'read' }>, at: Date): Judged {
  const { seen: before, jurisdiction } = memory;
  const changes = comparable(
    memory,
    before.movedTo === undefined
      ? compare(before, state)
      : [movedBetween(before.movedTo, jurisdiction), ...compare({ ...before, listed: true }, state)],
    parserVersion,
  );
  const seen = latest(before, state);
  const detailReadings = { ...memory.detailReadings, ...readingsOf(state.details, { at, parserVersion }) };
  return {
    memory: { ...memory, seen, seenAt: at, seenParserVersion: parserVersion, detailReadings, absentSince: undefined },
    changes,
  };
}

/** The register says so in one answer. A record that was gone before is where it was all the time. */
function elsewhere(memory: Memory, { to, parserVersion }: Extract<Outcome, { kind: 'moved' }>, at: Date): Judged {
  const { seen: before, jurisdiction } = memory;
  const from = before.listed ? jurisdiction : before.movedTo;
  const changes = from === undefined || from === to ? [] : [movedBetween(from, to)];
  const seen = moved(before, to);
  return {
    memory: { ...memory, seen, seenAt: at, seenParserVersion: parserVersion, absentSince: undefined },
    changes: comparable(memory, changes, parserVersion),
  };
}

function movedBetween(from: string | null, to: string | null): Change {
  return { field: 'jurisdiction', code: 'MOVED', from, to };
}

function comparable(memory: Memory, changes: readonly Change[], parserVersion: number): Change[] {
  return changes.filter((change) => readingOf(memory, change).parserVersion === parserVersion);
}

/** Returns the last reading of a field before this check. */
function readingOf({ seenAt, seenParserVersion, detailReadings }: Memory, { field }: Change): PartReading {
  const detail = isDetailPart(field) ? detailReadings[field] : undefined;
  return detail ?? { at: seenAt, parserVersion: seenParserVersion };
}

function earliest(moments: readonly Date[]): Date {
  return new Date(Math.min(...moments.map(Number)));
}

function absent(memory: Memory, coverage: Coverage, at: Date): Judged {
  if (!memory.seen.listed) return { memory: { ...memory, seenAt: at }, changes: [] };
  const { absentSince } = memory;
  if (!absentSince) return { memory: { ...memory, absentSince: at }, changes: [] };
  if (at.getTime() - absentSince.getTime() < GONE_AFTER_MS) return { memory, changes: [] };
  const seen = gone(memory.seen);
  return {
    memory: { ...memory, seen, seenAt: at, absentSince: undefined },
    changes: compare(memory.seen, seen),
    ...(coverage !== 'all' && { coverage }),
  };
}
