import type { Row } from '../../http/fields.js';
import type { Edition } from './editions.js';

/** Added to the columns of a row: the file of its edition, that file's digest, and the line. */
export const PLACE_COLUMNS: readonly string[] = ['edition_file', 'edition_digest', 'edition_line'];

/** Empty for editions that did not record it. */
export function placeOf({ files }: Edition, file: number | null, line: number | null): Row {
  const from = file === null ? undefined : files?.[file];
  if (!from || line === null) return {};
  return { edition_file: from.name, edition_digest: `sha256:${from.digest}`, edition_line: String(line) };
}
