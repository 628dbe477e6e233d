import type { Alias } from '../../../core/registries/record.js';
import { alias, changedFormat, date, LostColumn, text, type Row } from '../http/fields.js';
import { OwnFault, RefusedQuery } from '../http/failures.js';
import type { QuestionClient } from '../http/client.js';
import type { NameDataset, RowQuery } from './profile.js';

export interface Patience {
  signal: AbortSignal;
  /** Milliseconds for this query. Default: the register's limit. */
  limitMs?: number;
}

export type PageQuery = RowQuery & { offset?: number };

export const PAGE_ROWS = 1000;
/** Portals document only SODA3 any longer, which no one may use without a token. */
const CLOSED = new Set([401, 403]);
const UNKNOWN_FUNCTION = /no-such-function|type-mismatch/;
const UNKNOWN_COLUMN = /no-such-column.*?(?:column:?\s+(\w+)|$)/is;

/** Features that a portal was found to lack. Remembered for all later questions. */
export class LearntOfPortal {
  blindFormKnown = true;
  readonly unknownNames = new Set<NameDataset>();
}

export class Portal {
  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {}

  /**
   * Returns the result of `read` for the rows. Throws only `SourceError`s, including those of
   * `read`.
   */
  async ask<T>(dataset: string, query: PageQuery, { signal, limitMs }: Patience, read: (rows: Row[]) => T): Promise<T> {
    const parameters = Object.entries(query).map(([name, value]) => `$${name}=${encodeURIComponent(String(value))}`);
    const url = `${this.baseUrl}/resource/${dataset}.json?${parameters.join('&')}`;
    try {
      const answer = this.client.ask({ url, ...(limitMs !== undefined && { limitMs }) }, signal, (body) => {
        if (!Array.isArray(body) || !body.every(isRow))
          throw changedFormat(`${dataset} answered something other than rows`);
        return read(body);
      });
      return (await answer) as T;
    } catch (error) {
      const isClosed = error instanceof OwnFault && CLOSED.has(error.httpStatus ?? 0);
      if (isClosed) throw new OwnFault(`${error.message}: this portal now wants SODA3 or a token`, error.httpStatus);
      const gone = error instanceof RefusedQuery ? UNKNOWN_COLUMN.exec(codeOf(error.body)) : null;
      throw gone ? new LostColumn(`${dataset} has lost a column: ${gone[1] ?? 'unnamed'}`) : error;
    }
  }
}

export function knowsNoSuchFunction(error: unknown): boolean {
  return error instanceof RefusedQuery && UNKNOWN_FUNCTION.test(codeOf(error.body));
}

function codeOf(body: unknown): string {
  if (!isRow(body)) return '';
  return `${text(body, 'code') ?? ''} ${text(body, 'errorCode') ?? ''} ${text(body, 'message') ?? ''}`;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns `true` once the last page was seen. */
export async function readPages(
  pages: readonly number[],
  readPage: (page: { limit: number; offset: number }) => Promise<number>,
): Promise<boolean> {
  for (const page of pages) {
    if ((await readPage({ limit: PAGE_ROWS, offset: page * PAGE_ROWS })) < PAGE_ROWS) return true;
  }
  return false;
}

export function aliasOf(row: Row, { nameColumn, kind, fromColumn, untilColumn }: NameDataset): Alias[] {
  const day = (column: string | undefined) => () => (column === undefined ? null : date(row, column));
  return alias(kind, () => text(row, nameColumn), day(fromColumn), day(untilColumn));
}

export function addAliasOf(row: Row, source: NameDataset, aliasesByKey: Map<string, Alias[]>): void {
  const key = text(row, source.keyColumn);
  if (key !== null) aliasesByKey.set(key, [...(aliasesByKey.get(key) ?? []), ...aliasOf(row, source)]);
}
