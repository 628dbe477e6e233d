import { Optional, ComparedText } from '../modules/http/input/fields.js';
import type { ComponentChildren } from 'preact';
import { MAX_ENTITY_NAME_LENGTH } from '../core/limits.js';
import { CursorQuery, notOfAPage } from '../modules/http/answers/paging.js';
import { plainText, type Columns, type ListPage } from './csv-file.js';
import type { PageProps } from './console-pages.js';
import { list, type PageAnswer } from './page-answers.js';
import { PageAddress } from './read-form.js';

export class TextQuery extends CursorQuery {
  @Optional()
  @ComparedText(1, MAX_ENTITY_NAME_LENGTH, 'Only rows that hold this.', 'production')
  text?: string;
}

/**
 * A list short enough to be read whole. Search covers the cells of its CSV file; the first cell is
 * the row's id.
 */
export class ShortList<T> {
  readonly address = new PageAddress(TextQuery);

  constructor(
    private readonly name: string,
    private readonly columns: Columns<T>,
  ) {}

  /** The list as a page, and as a CSV file where the path ends in `.csv`. */
  list(
    layout: PageProps,
    all: () => readonly T[] | Promise<readonly T[]>,
    body: (items: readonly T[]) => ComponentChildren | Promise<ComponentChildren>,
  ): PageAnswer {
    const { address, name, columns } = this;
    let whole: readonly T[] | undefined;
    return list({
      ...layout,
      address,
      csv: { name, columns },
      after: ({ cursor }) => cursor,
      read: async (wanted, after) => this.page((whole ??= await all()), wanted, after),
      body,
    });
  }

  /** Throws `VALIDATION_ERROR` for an unknown cursor, or if its row no longer exists. */
  private page(all: readonly T[], { text, limit }: Omit<TextQuery, 'cursor'>, after?: string): ListPage<T, string> {
    const fitting = this.fitting(all, text);
    const last = fitting.findIndex((item) => this.idOf(item) === after);
    if (after !== undefined && last === -1) throw notOfAPage();
    const items = fitting.slice(last + 1, last + 1 + limit);
    const end = items.at(-1);
    return { items, next: end !== undefined && end !== fitting.at(-1) ? this.idOf(end) : undefined };
  }

  private fitting(all: readonly T[], text: string | undefined): readonly T[] {
    if (text === undefined) return all;
    const wanted = text.toLowerCase();
    return all.filter((item) => this.textsOf(item).some((cell) => cell.toLowerCase().includes(wanted)));
  }

  private idOf(item: T): string {
    return this.textsOf(item)[0] ?? '';
  }

  private textsOf(item: T): string[] {
    return Object.values(this.columns).map((cell) => plainText(cell(item)));
  }
}
