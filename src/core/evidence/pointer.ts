import { parse as parseCsv } from 'csv-parse/sync';

/**
 * Returns the text at a place in a body: JSON by JSON Pointer (RFC 6901), CSV by `cell=ROW,COLUMN`
 * (RFC 7111: counted from 1, header line included). `undefined` if there is nothing at that place.
 */
export function textAt(body: Buffer, pointer: string): string | undefined {
  return textsIn(body)(pointer);
}

/** Like `textAt` for many places; parses the body once. */
export function textsIn(body: Buffer): (pointer: string) => string | undefined {
  let rows: string[][] | undefined;
  let parsed: { value: unknown } | undefined;
  return (pointer) => {
    if (pointer.startsWith('cell=')) return textOfCell((rows ??= rowsOf(body.toString())), pointer);
    parsed ??= { value: parse(body.toString()) };
    return textOfJson(parsed.value, pointer);
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function textOfJson(body: unknown, pointer: string): string | undefined {
  let value = body;
  for (const name of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function textOfCell(rows: readonly string[][], pointer: string): string | undefined {
  const [, row, column] = /^cell=([1-9]\d{0,8}),([1-9]\d{0,8})$/.exec(pointer) ?? [];
  if (row === undefined || column === undefined) return undefined;
  return rows[Number(row) - 1]?.[Number(column) - 1];
}

/** Parses RFC 4180 CSV; nothing stands in a body that has no end. */
function rowsOf(body: string): string[][] {
  try {
    return parseCsv(body, { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n'] });
  } catch {
    return [];
  }
}
