import { Optional, ComparedText } from '../modules/http/input/fields.js';
import type { StreamableFile } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import { MAX_ENTITY_NAME_LENGTH } from '../core/limits.js';
import { CursorQuery, notOfAPage } from '../modules/http/answers/paging.js';
import { csvFile, plainText, type Cell, type ListPage } from './csv-file.js';
import type { PageProps } from './console-pages.js';
import { asksForCsv, listPage, type PageAnswer } from './page-answers.js';
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
    private readonly columns: readonly string[],
    private readonly cells: (item: T) => readonly [id: string, ...rest: readonly Cell[]],
  ) {}

  /** Throws `VALIDATION_ERROR` for an unknown cursor, or if its row no longer exists. */
  page(all: readonly T[], { text, cursor, limit }: TextQuery): ListPage<T, string> {
    const fitting = this.fitting(all, text);
    const last = fitting.findIndex((item) => this.idOf(item) === cursor);
    if (cursor !== undefined && last === -1) throw notOfAPage();
    const items = fitting.slice(last + 1, last + 1 + limit);
    const end = items.at(-1);
    return { items, next: end !== undefined && end !== fitting.at(-1) ? this.idOf(end) : undefined };
  }

  /** The list as a page, and as a CSV file where the path ends in `.csv`. */
  list(
    layout: PageProps,
    all: () => readonly T[] | Promise<readonly T[]>,
    body: (page: ListPage<T, string>, wanted: TextQuery) => ComponentChildren | Promise<ComponentChildren>,
  ): PageAnswer {
    return async (on) => {
      if (asksForCsv(on)) return this.csv(await all(), on.request.query);
      return listPage({ ...layout, address: this.address }, async (wanted) =>
        body(this.page(await all(), wanted), wanted),
      )(on);
    };
  }

  private csv(all: readonly T[], query: unknown): StreamableFile {
    const items = this.fitting(all, this.address.read(query).text);
    const { name, columns, cells } = this;
    return csvFile({ name, columns, cells }, () => Promise.resolve({ items, next: undefined }));
  }

  private fitting(all: readonly T[], text: string | undefined): readonly T[] {
    if (text === undefined) return all;
    const wanted = text.toLowerCase();
    return all.filter((item) => this.cells(item).some((cell) => plainText(cell).toLowerCase().includes(wanted)));
  }

  private idOf(item: T): string {
    return this.cells(item)[0];
  }
}
