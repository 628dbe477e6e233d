import { changedFormat, text, type Row } from '../http/fields.js';
import { RefusedQuery } from '../http/failures.js';
import type { QuestionClient } from '../http/client.js';
import type { RowQuery } from './profile.js';

/** How one request may be given up. */
export interface Patience {
  signal: AbortSignal;
  /** Milliseconds for this query alone; as long as the register has for any when left out. */
  limitMs?: number;
}

export type PageQuery = RowQuery & { offset?: number };

const UNKNOWN_FUNCTION = /no-such-function|type-mismatch/;
const UNKNOWN_COLUMN = /no-such-column.*?(?:column:?\s+(\w+)|$)/is;

/** A Socrata portal, which answers rows of its datasets. */
export class Portal {
  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {}

  /** What `read` makes of the rows; throws nothing but `SourceError`, which `read` may as well. */
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
      const gone = error instanceof RefusedQuery ? UNKNOWN_COLUMN.exec(codeOf(error.body)) : null;
      throw gone ? changedFormat(`${dataset} has lost a column: ${gone[1] ?? 'unnamed'}`) : error;
    }
  }
}

/** Whether the portal refused a query because it does not know a function in it. */
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
