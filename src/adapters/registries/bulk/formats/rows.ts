import type { Row } from '../../http/fields.js';
import type { Parts } from './bulk-format.js';

/** A daily file may bring an entity that an earlier file had: the last one counts. */
export function soleRow(parts: Parts, part: string): Row | undefined {
  return parts[part]?.at(-1);
}

/** The parts of a person's name in the order they are spoken; `null` when all are blank. */
export function personName(...parts: readonly (string | null | undefined)[]): string | null {
  const name = parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
  return name === '' ? null : name.replace(/\s+/g, ' ');
}
