import type { DataSource } from 'typeorm';
import { rowsTable, type Edition } from './editions.js';
import { bulkFormat } from './formats.js';
import { MirrorSearch } from './mirror-search.js';

const SAMPLES = 3;
const LOOKED_AT = 20;

/** The first live entities of an edition, in the order of its file. */
export async function sampleNames(database: DataSource, edition: Edition): Promise<string[]> {
  const format = bulkFormat(edition.jurisdiction);
  if (!format) return [];
  const rows: { id: string }[] = await database.query(
    `select id from ${rowsTable(edition.edition)} where key is not null and part = any($1) order by ctid limit ${LOOKED_AT}`,
    [format.recordParts],
  );
  const ids = [...new Set(rows.map(({ id }) => id))];
  const parts = await new MirrorSearch(database, edition).rows(ids, format.recordParts);
  return ids
    .map((id) => format.toRecord(parts.get(id) ?? {}))
    .flatMap((record) => (record?.status === 'active' ? [record.name] : []))
    .slice(0, SAMPLES);
}
