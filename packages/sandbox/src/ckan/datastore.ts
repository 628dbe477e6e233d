import type { Answer, Question } from '../dialect.js';

/**
 * `datastore_search` of CKAN (https://docs.ckan.org/en/latest/maintaining/datastore.html) over one
 * resource: `q` as the full-text search of PostgreSQL on a column, also in its own syntax
 * (`plain=false`), `filters` with one value or several, `fields`, `sort`, `limit` and `offset`.
 * Errors are answered as `success: false`.
 */
export class Datastore {
  constructor(
    private readonly path: string,
    readonly resource: string,
    private readonly rows: readonly Readonly<Record<string, unknown>>[],
  ) {}

  answer({ path, query }: Question): Answer {
    if (path !== this.path) return { status: 400, body: 'Bad request - Action name not known' };
    if (query.get('resource_id') !== this.resource) return refused(404, 'Not Found Error', 'Not found');
    const wanted = { ...objectIn(query.get('q')) };
    const filters = { ...objectIn(query.get('filters')) };
    const fields = query.get('fields')?.split(',') ?? this.columns();
    const unknown = [...fields, ...Object.keys(wanted), ...Object.keys(filters)].find(
      (column) => !this.columns().includes(column),
    );
    if (unknown !== undefined) return refused(409, 'Validation Error', `field "${unknown}" not in table`);
    const holds = query.get('plain') === 'false' ? holdsInSyntax : isFound;
    const found = this.rows.filter(
      (row) =>
        Object.entries(wanted).every(([column, text]) => holds(cell(text), cell(row[column]))) &&
        Object.entries(filters).every(([column, value]) =>
          [value].flat().some((one) => cell(row[column]) === cell(one)),
        ),
    );
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? DEFAULT_ROWS), MAX_ROWS);
    const records = found
      .slice(offset, offset + limit)
      .map((row) => Object.fromEntries(fields.map((column) => [column, row[column] ?? null])));
    const result = { resource_id: this.resource, records, limit, offset, total: found.length };
    return { status: 200, body: { help: `${this.path}?help`, success: true, result } };
  }

  private columns(): string[] {
    return [...new Set(['_id', ...this.rows.flatMap((row) => Object.keys(row))])];
  }
}

const DEFAULT_ROWS = 100;
const MAX_ROWS = 32_000;
/** `english.stop` of PostgreSQL. */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
her hers herself it its itself they them their theirs themselves what which who whom this that
these those am is are was were be been being have has had having do does did doing a an the and
but if or because as until while of at by for with about against between into through during
before after above below to from up down in out on off over under again further then once here
there when where why how all any both each few more most other some such no nor not only own
same so than too very s t can will just don should now`.split(/\s+/),
);

function refused(status: number, type: string, message: string): Answer {
  return { status, body: { success: false, error: { __type: type, message } } };
}

function objectIn(text: string | null): Record<string, unknown> {
  return text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** No word is left of a question of stop words, which finds nothing. */
function isFound(asked: string, text: string): boolean {
  const wanted = lexemes(asked);
  const present = new Set(lexemes(text));
  return wanted.length > 0 && wanted.every((word) => present.has(word));
}

/** Groups of words joined by `&`, in each of which one word, or what begins like it, is enough. */
function holdsInSyntax(asked: string, text: string): boolean {
  const present = lexemes(text);
  return asked.split('&').every((group) =>
    group
      .replace(/[()]/g, '')
      .split('|')
      .some((term) => {
        const [word = '', ending] = term.trim().split(':');
        const [wanted = ''] = lexemes(word);
        return present.some((lexeme) => (ending === '*' ? lexeme.startsWith(wanted) : lexeme === wanted));
      }),
  );
}

/**
 * Words as PostgreSQL's parser and English dictionary keep them: accents stay; dots and strokes
 * between letters belong to a word; a word with hyphens is kept whole and in its parts.
 */
function lexemes(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[./-][\p{L}\p{N}]+)*/gu) ?? [];
  return words
    .flatMap((word) => (word.includes('-') ? [word, ...word.split('-')] : [word]))
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})(?:ings?|s)$/u, ''));
}

function cell(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
