import type { AskedQuestion, KeptRegisters, KeptSource } from '../evidence/ports.js';
import { nearRecords } from '../entities/ranked-entity.js';
import { decide, decideByNumber } from '../matching/decide.js';
import { SourceError, type Registry } from '../registries/ports.js';
import { numberOfRecord } from '../registries/record-numbers.js';
import {
  NOTHING_MORE,
  unlessMoved,
  type DetailedRecord,
  type RecordDetails,
  type RegisterRecord,
  type WithheldRecord,
} from '../registries/record.js';
import { Witness } from '../registries/witness.js';
import { changesBetween, type FieldChange, type Reading } from './field-changes.js';
import { nameQuery } from './name-query.js';

/** Evidence in the form needed to read it again, from the database or a file. */
export interface KeptReading extends KeptSource {
  question: AskedQuestion;
  records: readonly ReadEarlier[];
}

interface ReadEarlier {
  record: RegisterRecord;
  /** `undefined` without a deep reading. */
  details: RecordDetails | undefined;
  /** Fields shown by the exchanges, by their names in answers; defaults to all. */
  shown?: ReadonlySet<string> | undefined;
}

export interface Replay {
  parserVersion: { before: number; today: number };
  isSame: boolean;
  records: { id: string; name: string; changes: FieldChange[] }[];
  /** Set when an earlier no-match now finds a record. */
  foundToday: { id: string; name: string } | undefined;
}

/** The evidence is not sufficient to read it again; the message says why. */
export class CannotReplay extends Error {}

/**
 * Reads the stored bytes again with the current adapter, and reports differences. Writes nothing.
 */
export class ReplayEvidence {
  constructor(private readonly registers: KeptRegisters) {}

  async run(kept: KeptReading, signal: AbortSignal): Promise<Replay> {
    let failure: unknown;
    // A register may have several adapters, one of which fits the responses.
    for (const registry of this.registers.readersOf(kept)) {
      try {
        return await this.replay(kept, registry, signal);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        failure ??= error;
      }
    }
    if (failure instanceof SourceError) throw new CannotReplay(failure.message, { cause: failure });
    throw new CannotReplay(`no adapter reads ${kept.jurisdiction}`);
  }

  private async replay(kept: KeptReading, registry: Registry, signal: AbortSignal): Promise<Replay> {
    const witness = new Witness();
    const asking = { kept, registry: registry.heardBy(witness), signal };
    const listed = await listedIn(asking);
    const records = [];
    for (const earlier of kept.records) {
      const today = await readToday(asking, earlier, listed);
      const changes = changesBetween(earlier, today, { witness, exchanges: kept.exchanges, shown: earlier.shown });
      records.push({ id: earlier.record.id, name: earlier.record.name, changes });
    }
    const found = kept.records.length === 0 ? foundAmong(kept, listed) : undefined;
    return {
      parserVersion: { before: kept.parserVersion, today: registry.parserVersion },
      isSame: found === undefined && records.every(({ changes }) => changes.length === 0),
      records,
      foundToday: found && { id: found.id, name: found.name },
    };
  }
}

interface Asking {
  kept: KeptReading;
  registry: Registry;
  signal: AbortSignal;
}

/** Returns the records that the first question to the register finds today. */
async function listedIn({ kept, registry, signal }: Asking): Promise<readonly RegisterRecord[]> {
  const { jurisdiction, question } = kept;
  const { kind, tier, entityName, recordNumber } = question;
  if (recordNumber !== undefined) {
    const number = numberOfRecord(jurisdiction, recordNumber);
    const isDeep = kind === 'record' && tier === 'deep';
    const found = await (isDeep ? registry.fetch(recordNumber, signal) : registry.findByNumber(number, signal));
    return found && !('movedTo' in found) ? [shownOf(found)] : [];
  }
  if (entityName === undefined) throw new CannotReplay('the question is not kept');
  return (await registry.search(nameQuery(entityName, jurisdiction), signal)).records;
}

/** Reads the same record today; `undefined` when it is no longer found. */
async function readToday(
  { registry, signal, kept }: Asking,
  { record: { id }, details }: ReadEarlier,
  records: readonly RegisterRecord[],
): Promise<Reading | undefined> {
  const listed = records.find((record) => record.id === id);
  if (details === undefined && listed?.isBrief && kept.question.kind === 'verification')
    return { record: await completed(registry, listed, { kept, signal }), details: undefined };
  if (details === undefined) return listed && { record: listed, details: undefined };
  if (listed && isDetailed(listed)) return { record: listed, details: listed.details };
  if (kept.question.kind === 'record') return undefined;
  const fetched = unlessMoved(await registry.fetch(id, signal, listed));
  if (fetched && !('withholds' in fetched)) return { record: fetched, details: fetched.details };
  // As a verification treats a listed record that is gone when read.
  return listed && { record: listed, details: NOTHING_MORE };
}

/** Of a brief list, a verification reads the record that it decided on, and no other. */
async function completed(
  registry: Registry,
  listed: RegisterRecord,
  { kept, signal }: Omit<Asking, 'registry'>,
): Promise<RegisterRecord> {
  try {
    const found = unlessMoved(await registry.findByNumber(numberOfRecord(kept.jurisdiction, listed.id), signal));
    return found && !('withholds' in found) ? found : listed;
  } catch (error) {
    if (error instanceof SourceError) return listed;
    throw error;
  }
}

function isDetailed(record: RegisterRecord): record is DetailedRecord {
  return 'details' in record;
}

function shownOf(found: RegisterRecord | WithheldRecord): RegisterRecord {
  if ('withholds' in found) throw new CannotReplay(`today's adapter finds that the ${found.withholds} is withheld`);
  return found;
}

function foundAmong({ jurisdiction, question }: KeptReading, records: readonly RegisterRecord[]) {
  const { kind, entityName, recordNumber } = question;
  if (kind === 'record' || entityName === undefined) return records[0];
  if (kind === 'search') return nearRecords(entityName, jurisdiction, records, {})[0]?.record;
  const decision =
    recordNumber === undefined
      ? decide(entityName, jurisdiction, records)
      : decideByNumber(entityName, jurisdiction, records[0]);
  return decision.kind === 'match' ? decision.record : undefined;
}
