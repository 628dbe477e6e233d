import { rowsTable, type Edition } from './editions.js';
import { UNCOUNTED, type BulkFormat } from '../formats/bulk-format.js';
import { MirrorReads } from './mirror-reads.js';
import { alone } from './shared-reads.js';
import type { Statements } from './statements.js';

const SAMPLES = 3;
const LOOKED_AT = 10;

/** Returns the names of the first active entities of an edition, in the order of its file. */
export async function sampleNames(
  statements: Statements,
  edition: Edition,
  format: BulkFormat | undefined,
): Promise<string[]> {
  if (!format) return [];
  const reads = new MirrorReads(statements, edition, format.recordParts, alone);
  const rows = await statements.planned<{ id: string }>(
    `select id from ${rowsTable(edition.edition)} where key is not null and part = any($1) order by ctid limit ${LOOKED_AT}`,
    [format.recordParts],
  );
  const names: string[] = [];
  for (const { id } of rows) {
    const parts = await reads.entity(id);
    const record = parts && format.toRecord(parts, UNCOUNTED);
    if (record?.status === 'active' && !names.includes(record.name)) names.push(record.name);
    if (names.length === SAMPLES) break;
  }
  return names;
}
