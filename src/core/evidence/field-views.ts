import type { Tier } from '../registries/jurisdiction.js';
import type { FieldSource } from '../registries/witness.js';
import { printedText } from '../text/repair.js';
import { textsIn } from './pointer.js';
import type { KeptExchange, ReadRecord } from './ports.js';

/** A place in an exchange and its text; `null` if the body is not kept. */
export interface Standing {
  exchange: number;
  pointer: string;
  text: string | null;
}

export interface FieldView extends Standing {
  /** All places the value is derived from, if it is not verbatim. */
  inferredFrom?: Standing[];
}

/** Returns the places of a record's fields, by path, limited to the fields of this tier. */
export function fieldViews(
  { sources, record, details }: ReadRecord,
  tier: Tier,
  exchanges: readonly KeptExchange[],
): Record<string, FieldView> {
  const shown = (tier === 'deep' ? sources.deep : undefined) ?? sources.quick ?? {};
  const whole = { ...record, details };
  const texts = exchanges.map(({ body }) => body && textsIn(body));
  const found = Object.entries(shown).flatMap(([path, places]) => {
    const isShown = places.every(([place]) => tier === 'deep' || exchanges[place]?.tier === 'quick');
    const view = isShown ? viewOf(places, valueAt(whole, path), texts) : undefined;
    return view ? [[path, view] as const] : [];
  });
  return Object.fromEntries(found);
}

const RENAMED: Readonly<Record<string, string>> = { name: 'entity_name', id: 'jurisdiction_id', url: 'source.url' };

/**
 * Converts a field's path to its name in API responses: `details/officers/0/endDate` is
 * `officers[0].end_date`.
 */
export function fieldName(path: string): string {
  const parts = path.replace(/^details\//, '').split('/');
  const [only = ''] = parts;
  if (parts.length === 1 && RENAMED[only] !== undefined) return RENAMED[only];
  return parts
    .map((part) =>
      /^\d+$/.test(part) ? `[${part}]` : `.${part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    )
    .join('')
    .slice(1);
}

function viewOf(
  places: readonly FieldSource[],
  value: unknown,
  texts: readonly (ReturnType<typeof textsIn> | undefined)[],
): FieldView | undefined {
  const standing = places.map(([exchange, pointer]): Standing => {
    return { exchange, pointer, text: texts[exchange]?.(pointer) ?? null };
  });
  const [first] = standing;
  if (!first) return undefined;
  const isVerbatim = standing.length === 1 && (first.text === null || plain(first.text) === plain(value));
  return isVerbatim ? first : { ...first, inferredFrom: standing };
}

function plain(value: unknown): string {
  return printedText(String(value));
}

/** `path`: e.g. `details/officers/0/name`. */
function valueAt(record: object, path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('/')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}
