const MAX_NAME_LENGTH = 300;
const BODY_BYTES = 99_900;
const UPLOAD_ROWS = 1_500;
const LINE_BYTES = 31_000;

export type Kind = 'json' | 'form' | 'file';

/** The body that a route takes. */
export interface Taken {
  kind: Kind;
  /** A valid body with the worst value of every field. */
  fields: Record<string, unknown>;
}

/** U+FDFA, which unfolds, becomes eighteen letters. */
const NAMES = {
  'four-byte characters': '🦄'.repeat(MAX_NAME_LENGTH / 2),
  'combining characters': `e${'\u0301\u0327\u0489'.repeat(MAX_NAME_LENGTH)}`.slice(0, MAX_NAME_LENGTH),
  'characters that unfold': '\uFDFA'.repeat(MAX_NAME_LENGTH),
  'many words': 'AB '.repeat(MAX_NAME_LENGTH / 3).trim(),
  'one long word': 'AB'.repeat(MAX_NAME_LENGTH / 2),
} as const;
/** Used in every valid body, and replaced by the others in turn. */
export const NAME = NAMES['characters that unfold'];
export interface Sent {
  what: string;
  type: string;
  body: string;
}

export function bodiesOf({ kind, fields }: Taken, own: Readonly<Record<string, string>>): Sent[] {
  if (kind === 'json') return jsonBodies(fields);
  return kind === 'form' ? formBodies(fields, own) : filesOf(fields, own);
}

function jsonBodies(fields: Record<string, unknown>): Sent[] {
  const json = (what: string, body: string): Sent => ({ what, type: 'application/json', body });
  const [first = 'entity_name'] = Object.keys(fields);
  const nested = (open: string, close: string) => {
    const depth = Math.floor(BODY_BYTES / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth);
  };
  const list = (item: unknown, bytes = BODY_BYTES) => {
    const one = JSON.stringify(item);
    return `[${Array.from({ length: Math.floor(bytes / (one.length + 1)) }, () => one).join(',')}]`;
  };
  const within = (value: string) => JSON.stringify({ ...fields, [first]: '?' }).replace('"?"', () => value);
  const rest = BODY_BYTES - JSON.stringify(fields).length - 100;
  return [
    ...Object.entries(NAMES).map(([what, name]) => json(what, JSON.stringify(fields).replaceAll(NAME, name))),
    json('a list of lists', within(list([], rest))),
    json('lists inside of lists', nested('[', ']')),
    json('objects inside of objects', `${'{"a":'.repeat(BODY_BYTES / 6)}1${'}'.repeat(BODY_BYTES / 6)}`),
    json('a field of lists inside of lists', within(nested('[', ']').slice(rest / 2, -rest / 2 || undefined))),
    json(
      'many fields',
      `{${Array.from({ length: BODY_BYTES / 12 }, (_, at) => `"f${at}":1`).join(',')}}`.slice(0, BODY_BYTES),
    ),
    json('many fields that are nearly right', manyFields(first)),
    json('a list of the right body', list(fields)),
    json('a long text', within(JSON.stringify('\uFDFA'.repeat(Math.floor(Math.max(rest, 0) / 3))))),
    json('a long list', within(list('us-zz', rest))),
    json('a number without an end', within('9'.repeat(Math.max(rest, 1)))),
    ...lists(fields).map(([what, body]) => json(what, body)),
  ];

  /** Returns the body with each of its lists in turn at the maximum length. */
  function lists(given: Record<string, unknown>): [string, string][] {
    const found: [string, string][] = [];
    const text = JSON.stringify(given);
    JSON.stringify(given, (name: string, value: unknown) => {
      if (Array.isArray(value) && value.length > 0) {
        const own = JSON.stringify(value);
        const longest = list(value[0] as unknown, BODY_BYTES - text.length);
        found.push([`${name} as long as can be`, text.replace(own, () => longest)]);
      }
      return value;
    });
    return found;
  }
}

function manyFields(like: string): string {
  const fields: string[] = [];
  for (let bytes = 0, at = 0; bytes < BODY_BYTES - 100; at++) {
    const field = `"${like}${at}":1`;
    fields.push(field);
    bytes += field.length + 1;
  }
  return `{${fields.join(',')}}`;
}

function formBodies(fields: Record<string, unknown>, own: Readonly<Record<string, string>>): Sent[] {
  const form = (what: string, given: readonly (readonly [string, string])[]): Sent => {
    const body = new URLSearchParams(
      [...Object.entries(own), ...given].map(([name, value]) => [name, value]),
    ).toString();
    return { what, type: 'application/x-www-form-urlencoded', body: body.slice(0, BODY_BYTES) };
  };
  const right = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
  const [[first] = ['entity_name']] = right;
  const many = (pair: (at: number) => [string, string], count: number) =>
    Array.from({ length: count }, (_, at) => pair(at));
  return [
    ...Object.entries(NAMES).map(([what, name]) =>
      form(
        what,
        right.map(([field, value]) => [field, value.replaceAll(NAME, name)] as const),
      ),
    ),
    form(
      'many fields',
      many((at) => [`f${at}`, '1'], 12_000),
    ),
    form('as many fields as it takes', [...right, ...many((at) => [`${first}${'a'.repeat(70)}${at}`, 'a'], 900)]),
    form('many fields that are nearly right', [...right, ...many((at) => [`${first}${at}`, '1'], 6_000)]),
    form('one field very often', [...right, ...many(() => [first, '1'], 10_000)]),
    form(
      'fields inside of fields',
      many((at) => [`${first}[${at}][a]`, '1'], 5_000),
    ),
    form('a field of many brackets', [[`${first}${'[a]'.repeat(10_000)}`, '1']]),
    form('a long text', [...right.filter(([name]) => name !== first), [first, '\uFDFA'.repeat(11_000)]]),
    form('ticked boxes', [...right, ...many((at) => [`jurisdiction:us-${at}`, 'on'], 3_000)]),
  ];
}

function filesOf(fields: Record<string, unknown>, own: Readonly<Record<string, string>>): Sent[] {
  const rows = Object.values(NAMES);
  const row = (at: number) => `${rows[at % rows.length]} ${at}`.slice(-MAX_NAME_LENGTH);
  const lines = (line: (at: number) => string, count = UPLOAD_ROWS) =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n');
  const json = (at: number) =>
    JSON.stringify({ entity_name: row(at), jurisdiction: 'us-co', custom_id: `${'\uFDFA'.repeat(190)}${at}` });
  const csv = `entity_name,jurisdiction,custom_id\n${lines((at) => `"${row(at)}""",us-co,"${'""'.repeat(190)}${at}"`)}`;
  const wide = 40;
  const files: [what: string, type: string, text: string][] = [
    ['rows of the worst names as NDJSON', 'application/x-ndjson', lines(json)],
    ['rows of the worst names as CSV', 'text/csv', csv],
    [
      'lines of lists inside of lists',
      'application/x-ndjson',
      lines(() => '['.repeat(LINE_BYTES / 2) + ']'.repeat(LINE_BYTES / 2), wide),
    ],
    ['lines of many fields', 'application/x-ndjson', lines(() => manyFields('entity_name').slice(0, LINE_BYTES), wide)],
    ['rows of many cells', 'text/csv', `entity_name,jurisdiction\n${lines(() => ','.repeat(LINE_BYTES), wide)}`],
    [
      'a heading of many cells',
      'text/csv',
      `entity_name,jurisdiction${',a'.repeat(LINE_BYTES / 2)}\n${lines(() => 'a,us-co', wide)}`,
    ],
    ['empty lines', 'application/x-ndjson', '\n'.repeat(LINE_BYTES * 10)],
    ['one line without an end', 'text/csv', `entity_name,jurisdiction\n"${'a'.repeat(LINE_BYTES * 20)}`],
  ];
  if (Object.keys(own).length === 0) return files.map(([what, type, body]) => ({ what, type, body }));
  return files.map(([what, type, text]) => {
    const boundary = 'the-boundary-of-these-tests';
    const head = (name: string, more = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
    const given = [...Object.entries(own), ...Object.entries(fields)].map(
      ([name, value]) => `${head(name)}\r\n${String(value)}\r\n`,
    );
    const file = `${head('file', '; filename="names"')}Content-Type: ${type}\r\n\r\n${text}\r\n--${boundary}--\r\n`;
    return { what, type: `multipart/form-data; boundary=${boundary}`, body: given.join('') + file };
  });
}
