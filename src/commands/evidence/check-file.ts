import { z } from 'zod';
import type { FileRecord } from '../../adapters/warc/warc-records.js';
import { printedText } from '../../core/text/repair.js';
import { textsIn } from '../../core/evidence/pointer.js';
import {
  digestOf,
  factsOf,
  faultsOfHeaders,
  isAnswer,
  isMissing,
  payloadOf,
  recordsOfEvidence,
  StatedExchange,
} from './warc-facts.js';

interface CheckedPlace {
  exchange: number;
  pointer: string;
  text: string | null;
  found: 'kept' | 'not kept' | 'differs';
}

export interface CheckedField {
  field: string;
  holds: boolean;
  stands: CheckedPlace[];
}

export interface CheckedFile {
  evidenceId: string;
  register: { name: string; url: string };
  holds: boolean;
  records: number;
  faults: string[];
  fields: CheckedField[];
}

const Place = z.object({ exchange: z.number().int(), pointer: z.string(), text: z.string().nullable() });
const Facts = z.object({
  evidence_id: z.string(),
  register: z.object({ name: z.string(), url: z.string() }),
  exchanges: z.array(StatedExchange.extend({ digest: z.string(), bytes: z.number() })),
  fields: z.record(z.string(), Place.extend({ inferred_from: z.array(Place).optional() })),
  record: z.record(z.string(), z.unknown()).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
type Facts = z.infer<typeof Facts>;

/**
 * Checks that a file is unchanged since it was written: the digest of each record, the address and
 * the time of each exchange, and for each field the text that the file claims is in the register's
 * response. Returns a result for each piece of evidence in it. Reads the file twice, because the
 * facts come last.
 */
export async function checkFile(file: string): Promise<CheckedFile[]> {
  const checks = (await factsOf(file, Facts)).map((facts) => new EvidenceCheck(facts));
  for await (const { record, at, exchange } of recordsOfEvidence(file)) checks[at]!.add(record, exchange);
  return checks.map((check) => check.result());
}

class EvidenceCheck {
  private readonly fields: CheckedField[];
  private readonly faults: string[] = [];
  private records = 0;
  private exchanges = 0;

  constructor(private readonly facts: Facts) {
    this.fields = Object.entries(facts.fields).map(([field, { inferred_from: inferred, ...only }]): CheckedField => {
      const stands = (inferred ?? [only]).map((place) => ({ ...place, found: 'differs' as const }));
      return { field, holds: false, stands };
    });
  }

  add(record: FileRecord, exchange: number | undefined): void {
    const stated = exchange === undefined ? undefined : this.facts.exchanges[exchange];
    const faults = [...faultsOf(record), ...(stated ? faultsOfHeaders(record, stated) : [])];
    this.faults.push(...faults.map((fault) => `record ${this.records} (${record.type}): ${fault}`));
    this.records++;
    if (!isAnswer(record)) return;
    this.faults.push(...faultsOfAnswer(record, stated).map((fault) => `exchange ${exchange}: ${fault}`));
    findIn(
      record,
      this.fields.flatMap(({ stands }) => stands).filter((place) => place.exchange === exchange),
    );
    this.exchanges++;
  }

  result(): CheckedFile {
    const { facts, fields, records, exchanges } = this;
    const missing = exchanges < facts.exchanges.length ? [`exchange ${exchanges}: missing`] : [];
    const faults = [...this.faults, ...missing];
    for (const field of fields) field.holds = holds(field, facts);
    const { evidence_id: evidenceId, register } = facts;
    const all = faults.length === 0 && fields.every((field) => field.holds);
    return { evidenceId, register, holds: all, records, faults, fields };
  }
}

function faultsOf(record: FileRecord): string[] {
  const block = record.headers.get('warc-block-digest');
  const payload = record.headers.get('warc-payload-digest');
  const isPayloadThere = payload !== undefined && !isMissing(record) && record.type !== 'revisit';
  return [
    ...(block === undefined && record.type !== 'warcinfo' ? ['its digest is missing'] : []),
    ...(block !== undefined && block !== digestOf(record.block) ? ['its digest is another'] : []),
    ...(isPayloadThere && payload !== digestOf(payloadOf(record)) ? ['the digest of its body is another'] : []),
  ];
}

function faultsOfAnswer(record: FileRecord, stated: Facts['exchanges'][number] | undefined): string[] {
  if (!stated) return ['it is not listed'];
  if (record.headers.get('warc-payload-digest') !== stated.digest) return ['another digest is listed'];
  return isMissing(record) || payloadOf(record).length === stated.bytes ? [] : ['another length is listed'];
}

function findIn(record: FileRecord, places: CheckedPlace[]): void {
  const textOf = isMissing(record) ? undefined : textsIn(payloadOf(record));
  for (const place of places) {
    if (place.text === null) place.found = textOf ? 'differs' : 'not kept';
    else if (textOf?.(place.pointer) === place.text) place.found = 'kept';
  }
}

/**
 * Returns whether every place has the expected text, and a value that was not inferred equals the
 * record's.
 */
function holds({ field, stands }: CheckedField, { fields, record, details }: Facts): boolean {
  if (stands.some(({ found }) => found === 'differs')) return false;
  const stated = fields[field];
  if (!record || stated?.inferred_from || typeof stated?.text !== 'string') return true;
  return plain(stated.text) === plain(valueOf({ ...record, ...details }, field));
}

const NAMES: Readonly<Record<string, string>> = { entity_name: 'name', jurisdiction_id: 'id', 'source.url': 'url' };

/** Resolves `officers[0].end_date`, which is `officers`, `0`, `endDate` in the record. */
function valueOf(record: object, field: string): unknown {
  const path = (NAMES[field] ?? field).replaceAll('[', '.').replaceAll(']', '').split('.');
  let value: unknown = record;
  for (const part of path) {
    const name = part.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}

function plain(value: unknown): string {
  return printedText(String(value));
}
