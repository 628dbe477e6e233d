import { stringify } from 'csv-stringify/sync';
import { jurisdictionNamed } from '../../../../core/registries/jurisdictions.js';
import type { Exchange, Locate, Witness } from '../../../../core/registries/witness.js';
import type { Row } from '../../http/fields.js';
import type { BulkFormat, Parts } from '../formats/bulk-format.js';
import type { Edition } from './editions.js';
import { PLACE_COLUMNS } from './row-place.js';

/** Near matches heard if a search found nothing. */
const NEAR_RECORDS = 10;

/**
 * Lets the witness hear the rows of the kept records, one CSV per part of the register: the columns
 * that an import stores, and the row's place in the register's file. Each record is heard once per
 * question.
 */
export function hearRows(
  witness: Witness,
  { edition, format }: { edition: Edition; format: BulkFormat },
  found: ReadonlyMap<string, Parts>,
): void {
  const heard = new Set<string>();
  witness.edition = edition.content && `sha256:${edition.content}`;
  witness.hearOnDemand((ids) => {
    const asked = ids ?? [...found.keys()].slice(0, NEAR_RECORDS);
    const fresh = asked.filter((id) => found.has(id) && !heard.has(id));
    for (const id of fresh) heard.add(id);
    if (ids !== undefined && fresh.length === 0) return;
    for (const [part, kept] of Object.entries(edition.layout)) {
      const columns = edition.files ? [...kept, ...PLACE_COLUMNS] : kept;
      const rows = fresh.flatMap((id) => found.get(id)?.[part] ?? []);
      // A search that found nothing is heard too, as a part without rows.
      const isHeard = rows.length > 0 || (ids === undefined && part === format.recordParts[0]);
      const [only] = ids?.length === 1 ? ids : [];
      if (isHeard) witness.hear(exchangeOf(edition, format, part, columns, rows), locateRows(rows, columns), only);
    }
  });
}

function exchangeOf(
  { jurisdiction, importedAt }: Edition,
  { published }: BulkFormat,
  part: string,
  columns: readonly string[],
  rows: readonly Row[],
): Exchange {
  const { download } = published;
  const url = download ? `${download.origin}${download.files[0].path}` : jurisdictionNamed(jurisdiction).source.url;
  return {
    method: 'EDITION',
    url: `${url}#${part}`,
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8; header=present' },
    body: Buffer.from(stringify([columns, ...rows.map((row) => columns.map((column) => row[column]))])),
    retrievedAt: importedAt,
  };
}

/** Locates rows as in RFC 7111: from 1, including the header line. */
export function locateRows(rows: readonly Row[], columns: readonly string[]): Locate {
  const places = new Map<object, number>(rows.map((row, at) => [row, at + 2]));
  return (wanted) => {
    const located = [...wanted].flatMap((row) => {
      const place = places.get(row);
      if (place === undefined) return [];
      return [[row, (column: string) => `cell=${place},${columns.indexOf(column) + 1}`] as const];
    });
    return new Map(located);
  };
}
