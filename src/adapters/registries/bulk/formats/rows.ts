import { printedText } from '../../../../core/text/repair.js';
import type { Row } from '../../http/fields.js';
import type { Parts } from './bulk-format.js';

/** A daily file may repeat an entity of an earlier file. The last row counts. */
export function soleRow(parts: Parts, part: string): Row | undefined {
  return parts[part]?.at(-1);
}

/** Joins the parts of a person's name in spoken order. `null` if all are blank. */
export function personName(...parts: readonly (string | null | undefined)[]): string | null {
  const name = parts
    .map((part) => printedText(part ?? ''))
    .filter((part) => part !== '')
    .join(' ');
  return name === '' ? null : name;
}
