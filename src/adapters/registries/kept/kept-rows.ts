import { parse } from 'csv-parse/sync';
import type { KeptAnswer } from '../../../core/evidence/ports.js';
import { Registry, SourceError, type Candidates } from '../../../core/registries/ports.js';
import { withMore } from '../../../core/registries/reading.js';
import type { DetailedRecord, RegisterRecord } from '../../../core/registries/record.js';
import type { Witness } from '../../../core/registries/witness.js';
import type { Row } from '../http/fields.js';
import { readRows } from '../http/rows.js';
import { UNCOUNTED, type BulkFormat, type Parts } from '../bulk/formats/bulk-format.js';
import { locateRows } from '../bulk/mirrors/heard-rows.js';

interface KeptPart {
  part: string;
  columns: string[];
  rows: Row[];
  body: Buffer;
}

/** The kept rows of a mirrored register, read as a mirror reads its own. */
export class KeptRows extends Registry {
  readonly parserVersion: number;
  private readonly parts: readonly KeptPart[];

  constructor(
    private readonly format: BulkFormat,
    private readonly answers: readonly KeptAnswer[],
    private readonly retrievedAt: Date,
    witness?: Witness,
  ) {
    super();
    this.parserVersion = format.parserVersion;
    this.parts = witness ? answers.map((answer) => partOf(answer, format.code)) : [];
    for (const { body, rows, columns } of this.parts) {
      const exchange = { method: 'EDITION', url: '', status: 200, headers: {}, body, retrievedAt } as const;
      witness?.hear(exchange, locateRows(rows, columns));
    }
  }

  override heardBy(witness: Witness): Registry {
    return new KeptRows(this.format, this.answers, this.retrievedAt, witness);
  }

  async search(): Promise<Candidates> {
    const entities = [...this.entities().values()];
    const { rows, complete } = readRows(
      entities,
      (parts) => this.recordOf(parts),
      () => undefined,
    );
    return { records: rows.flatMap((record) => record ?? []), complete };
  }

  async findByNumber(number: string): Promise<RegisterRecord | undefined> {
    const parts = this.entities().get(number);
    return parts && this.recordOf(parts);
  }

  async fetch(id: string): Promise<DetailedRecord | undefined> {
    const parts = this.entities().get(id);
    const record = parts && this.recordOf(parts);
    return record && withMore(record, { details: this.format.details(parts) });
  }

  private recordOf(parts: Parts): RegisterRecord | undefined {
    return this.format.toRecord(parts, UNCOUNTED);
  }

  private entities(): ReadonlyMap<string, Parts> {
    const idColumn = this.format.layoutOf(this.format.usualName)?.idColumn ?? '';
    const found = new Map<string, Record<string, Row[]>>();
    // A record is heard once per question, so its rows may be in several exchanges.
    const seen = new Set<string>();
    for (const { part, rows } of this.parts) {
      const ids = new Set(rows.map((row) => String(row[idColumn])));
      for (const id of ids) {
        if (seen.has(`${part} ${id}`)) continue;
        seen.add(`${part} ${id}`);
        const entity = found.get(id) ?? {};
        found.set(id, entity);
        entity[part] = rows.filter((row) => row[idColumn] === id);
      }
    }
    return found;
  }
}

function partOf({ url, body }: KeptAnswer, code: string): KeptPart {
  const part = url.split('#').at(-1) ?? '';
  if (!body) throw new SourceError('unavailable', `the rows of ${url} are not kept`);
  try {
    const [columns = [], ...cells] = parse(body);
    const rows = cells.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])));
    return { part, columns, rows, body };
  } catch (cause) {
    throw new SourceError('unavailable', `${code}: the rows that were kept cannot be read`, { cause });
  }
}
