import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { FileRow, PartLayout } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { REGISTERS } from '../../registers/registers.js';
import { storedText } from '../../adapters/registries/bulk/importing/copy-lines.js';
import type { ImportProgress } from '../../adapters/registries/bulk/importing/load.js';
import { ReadSoFar } from '../../adapters/registries/bulk/importing/resume-point.js';
import { openSources, type Source } from '../../adapters/registries/bulk/importing/sources.js';
import { UnreadableWarc } from '../../adapters/warc/warc-records.js';
import { factsOf, isAnswer, isMissing, payloadOf, recordsOfEvidence } from './warc-facts.js';

export interface CheckedRows {
  /** Rows that are unchanged. */
  same: number;
  faults: string[];
}

const Facts = z.object({
  evidence_id: z.string(),
  jurisdiction: z.string(),
  exchanges: z.array(z.object({ method: z.string() })),
});

type Cells = Readonly<Record<string, string | undefined>>;

interface KeptRow {
  /** For messages, e.g. `row 2 of exchange 0`. */
  label: string;
  cells: Cells;
}

interface KeptFile {
  name: string;
  digest: string;
  lines: Map<number, KeptRow[]>;
}

/**
 * Looks up the kept rows of a mirrored register in the files that the register publishes. Checks
 * that these are the imported files, and that each row is on its line with the same text. Throws
 * `UnreadableWarc` and `CorruptFile`.
 */
export async function checkRows(
  file: string,
  registerFiles: readonly string[],
  onProgress: (progress: ImportProgress) => void,
): Promise<CheckedRows> {
  const evidence = await factsOf(file, Facts);
  const { jurisdiction } = evidence[0]!;
  const other = evidence.find((one) => one.jurisdiction !== jurisdiction);
  if (other) throw new UnreadableWarc(`is of ${jurisdiction} and ${other.jurisdiction}: check the rows of one alone`);
  const format = REGISTERS.format(jurisdiction);
  if (!format) throw new UnreadableWarc(`is of ${jurisdiction}, which is asked and has no files`);
  const faults: string[] = [];
  const kept = await keptFilesOf(file, evidence, faults);
  const { sources, close } = await openSources(registerFiles, format);
  try {
    const wanted = sources.filter(({ entry }) => kept.some(({ name }) => name === entry.name));
    const found = await lookUp(kept, wanted, onProgress);
    const missing = kept.filter(({ digest }) => !found.has(digest));
    faults.push(...missing.map(({ name, digest }) => `${name} with the digest ${digest} is not among the files given`));
    const checked = [...found.values()];
    return {
      same: checked.reduce((sum, { same }) => sum + same, 0),
      faults: [...faults, ...checked.flatMap((one) => one.faults)],
    };
  } finally {
    close();
  }
}

async function keptFilesOf(
  file: string,
  evidence: readonly z.infer<typeof Facts>[],
  faults: string[],
): Promise<KeptFile[]> {
  const kept = new Map<string, KeptFile>();
  for await (const { record, at: piece, exchange } of recordsOfEvidence(file)) {
    if (exchange === undefined || !isAnswer(record)) continue;
    const { evidence_id: id, exchanges } = evidence[piece]!;
    const of = evidence.length > 1 ? ` of ${id}` : '';
    if (exchanges[exchange]?.method !== 'EDITION' || isMissing(record)) continue;
    for (const [at, cells] of rowsIn(payloadOf(record)).entries()) {
      const label = `row ${at + 2} of exchange ${exchange}${of}`;
      const { edition_file: name, edition_digest: digest, edition_line: line } = cells;
      if (!name || !digest || !line) {
        faults.push(`${label}: it names no file and line`);
        continue;
      }
      const ofFile = kept.get(digest) ?? { name, digest, lines: new Map<number, KeptRow[]>() };
      kept.set(digest, ofFile);
      ofFile.lines.set(Number(line), [...(ofFile.lines.get(Number(line)) ?? []), { label, cells }]);
    }
  }
  return [...kept.values()];
}

function rowsIn(body: Buffer): Cells[] {
  try {
    return parse(body, { columns: true });
  } catch {
    throw new UnreadableWarc('has rows that are no CSV');
  }
}

/** Returns the results for each imported file by its digest. */
async function lookUp(
  kept: readonly KeptFile[],
  sources: readonly Source[],
  onProgress: (progress: ImportProgress) => void,
): Promise<Map<string, CheckedRows>> {
  const totalBytes = sources.reduce((sum, { entry }) => sum + entry.bytes, 0);
  const found = new Map<string, CheckedRows>();
  const read = new ReadSoFar();
  let rows = 0;
  for (const { entry, layout } of sources) {
    // The digest, known only at the end, decides which candidate it is.
    const candidates = kept.filter(({ name }) => name === entry.name).map((file) => new Lookup(file, layout));
    for await (const batch of layout.read(read.through(entry), entry.label, layout)) {
      for (const candidate of candidates) candidate.look(batch);
      rows += batch.length;
      onProgress({ phase: 'reading', rows, bytes: read.bytes, totalBytes });
    }
    const digest = `sha256:${read.files.at(-1)?.digest}`;
    const same = candidates.find(({ file }) => file.digest === digest);
    if (same) found.set(digest, same.result());
  }
  return found;
}

class Lookup {
  private readonly faults: string[] = [];
  private readonly seen = new Set<number>();
  private same = 0;

  constructor(
    readonly file: KeptFile,
    private readonly layout: PartLayout,
  ) {}

  look(batch: readonly FileRow[]): void {
    for (const row of batch) {
      const kept = this.file.lines.get(row.line);
      if (!kept) continue;
      this.seen.add(row.line);
      for (const one of kept) this.compare(one, row);
    }
  }

  result(): CheckedRows {
    const missing = [...this.file.lines].filter(([line]) => !this.seen.has(line));
    const faults = missing.flatMap(([line, rows]) =>
      rows.map(({ label }) => `${label}: no row begins on line ${line}`),
    );
    return { same: this.same, faults: [...this.faults, ...faults] };
  }

  private compare({ label, cells }: KeptRow, row: FileRow): void {
    const other = this.layout.columns.find((column, at) => isOther(cells[column], storedText(row.cells[at] ?? '')));
    if (other === undefined) this.same++;
    else this.faults.push(`${label}: line ${row.line} has another ${other}`);
  }
}

/** Another version may have imported different columns, so missing ones are ignored. */
function isOther(kept: string | undefined, published: string): boolean {
  return kept !== undefined && kept !== published;
}
