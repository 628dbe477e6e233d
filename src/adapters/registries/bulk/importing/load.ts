import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileRow, PartLayout } from '../formats/bulk-format.js';
import { COPY_COLUMNS, copyLines } from './copy-lines.js';
import { rowsTable, type EditionFile } from '../mirrors/editions.js';
import { ReadSoFar, shapeOf, type ResumePoint } from './resume-point.js';
import type { Source } from './sources.js';

export interface ImportProgress {
  phase: 'reading' | 'indexing';
  rows: number;
  /** Of the unpacked files. */
  bytes: number;
  totalBytes: number;
}

export interface Loading {
  edition: string;
  sources: readonly Source[];
  country: string;
  /** Rows of the same files that are already in the edition. */
  skipRows: number;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface Loaded {
  rows: number;
  leftOut: number;
  files: readonly EditionFile[];
}

interface Batch {
  lines: Buffer;
  rows: number;
}

/** Limits what a kill costs: well under a second of work. */
const COMMIT_ROWS = 20_000;

/**
 * Streams the files' rows into the edition's table and commits them in parts, each with its resume
 * point. Rows that are already there are read, because the reader has to find its position, but not
 * copied. Returns the total number of rows, how many were left out, and the files they were read
 * from.
 */
export async function loadRows(client: Client, loading: Loading): Promise<Loaded> {
  const { edition, sources } = loading;
  const read = new ReadSoFar();
  let leftOut = 0;
  const batches = batchesOf(loading, read, (more) => (leftOut += more));
  let rows = loading.skipRows;
  for (let ended = false; !ended;) {
    await client.query('begin');
    try {
      const before = rows;
      ended = await copyPart(client, edition, batches, (more) => (rows += more));
      const point: ResumePoint = {
        entries: shapeOf(sources.map(({ entry }) => entry)),
        rows,
        bytes: read.bytes,
        checksum: read.checksum,
        loaded: ended,
        ...(ended && { files: read.files, leftOut }),
      };
      if (rows > before || ended) await note(client, edition, point);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }
  return { rows, leftOut, files: read.files };
}

/** Returns `true` if there was no more to copy. */
async function copyPart(
  client: Client,
  edition: string,
  batches: AsyncIterator<Batch>,
  onRows: (rows: number) => void,
): Promise<boolean> {
  let ended = false;
  const failures: Error[] = [];
  const part = async function* (): AsyncGenerator<Buffer> {
    try {
      for (let rows = 0; rows < COMMIT_ROWS;) {
        const next = await batches.next();
        if (next.done) {
          ended = true;
          return;
        }
        rows += next.value.rows;
        onRows(next.value.rows);
        yield next.value.lines;
      }
    } catch (error) {
      // Let the statement end normally, so that the connection is free for the rollback.
      failures.push(error as Error);
    }
  };
  const copy = client.query(copyFrom(`copy ${rowsTable(edition)} (${COPY_COLUMNS}) from stdin`));
  await pipeline(Readable.from(part(), { objectMode: false }), copy);
  for (const failure of failures) throw failure;
  return ended;
}

async function* batchesOf(
  { sources, country, skipRows, onProgress }: Loading,
  read: ReadSoFar,
  onLeftOut: (rows: number) => void,
): AsyncGenerator<Batch> {
  const totalBytes = sources.reduce((sum, { entry }) => sum + entry.bytes, 0);
  let seen = 0;
  for (const [file, { entry, layout }] of sources.entries()) {
    for await (const all of layout.read(read.through(entry), entry.label, layout)) {
      const batch = keptOf(all, layout);
      onLeftOut(all.length - batch.length);
      const fresh = batch.slice(Math.min(batch.length, Math.max(0, skipRows - seen)));
      seen += batch.length;
      if (fresh.length > 0) yield { lines: copyLines(fresh, layout, file, country), rows: fresh.length };
      onProgress?.({ phase: 'reading', rows: seen, bytes: read.bytes, totalBytes });
    }
  }
}

function keptOf(rows: readonly FileRow[], { leavesOut }: PartLayout): readonly FileRow[] {
  return leavesOut ? rows.filter(({ cells }) => !leavesOut(cells)) : rows;
}

async function note(client: Client, edition: string, point: ResumePoint): Promise<void> {
  await client.query('update mirror_editions set resume = $2, rows = $3 where edition = $1', [
    edition,
    JSON.stringify(point),
    point.rows,
  ]);
}
