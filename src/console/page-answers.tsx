import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { from, mergeMap, type Observable } from 'rxjs';
import { AppError } from '../core/errors.js';
import { MAX_LISTED } from '../core/limits.js';
import { STATUS } from '../modules/http/answers/error-shapes.js';
import type { ConsolePages, Content, PageProps } from './console-pages.js';
import { csvFile, type CsvTable, type ListPage } from './csv-file.js';
import { inAddress, ListProvider } from './pages/listing.js';
import { Wrong } from './pages/parts.js';
import type { Fields, PageAddress } from './read-form.js';
import { messageFor } from './words.js';

export interface Rendering {
  pages: ConsolePages;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Runs the work of a form once, however often it is sent. */
  once: <T>(fields: Fields, work: () => Promise<T>) => Promise<T>;
}

/** The answer of a handler of pages; `RenderPages` sends it. */
export type PageAnswer = (on: Rendering) => Content | Promise<Content>;

export type Answering = PageAnswer | Promise<PageAnswer>;

export function page(layout: PageProps, body: ComponentChildren): PageAnswer {
  return ({ pages, request, reply }) => pages.show(request, reply, layout, body);
}

/**
 * A page for the query string. If that is invalid, the page without one, with the problem. The
 * address of a form has no query of its page.
 */
export function queryPage<Q extends object>(
  layout: PageProps & { address: PageAddress<Q> },
  body: (wanted: Q) => Promise<ComponentChildren>,
): PageAnswer {
  const { address, ...shown } = layout;
  return async (on) => {
    try {
      const query = on.request.method === 'POST' ? {} : on.request.query;
      return await page(shown, await body(address.read(query)))(on);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      const wrong = <Wrong>{messageFor(error)}</Wrong>;
      return page({ ...shown, status: STATUS[error.kind] }, [wrong, await body(address.read({}))])(on);
    }
  };
}

/** A list with a page for its query, and, where a path ends in `.csv`, all of it as a file. */
export interface List<Q extends ListQuery, T, C> extends PageProps {
  address: PageAddress<Q>;
  csv?: CsvTable<T>;
  /** The cursor of the query, and what the address of the next page has for one. */
  after: (wanted: Q) => C | undefined;
  cursorOf?: (next: C) => string;
  /** Reads at most `wanted.limit` rows after a cursor. */
  read: (wanted: Omit<Q, 'cursor'>, after: C | undefined) => Promise<ListPage<T, C>>;
  /** `Listing` shows the filters and leads to the next page. */
  body: (items: readonly T[]) => ComponentChildren | Promise<ComponentChildren>;
}

interface ListQuery {
  cursor?: unknown;
  limit: number;
}

export function list<Q extends ListQuery, T, C>(declared: List<Q, T, C>): PageAnswer {
  const { csv, after, cursorOf = String, read, body, ...layout } = declared;
  const { address } = layout;
  const shown = queryPage(layout, async (query) => {
    const { cursor: _cursor, ...wanted } = query;
    const { items, next } = await read(wanted, after(query));
    const value = {
      wanted: inAddress(wanted),
      usual: inAddress(address.read({})),
      next: next === undefined ? undefined : cursorOf(next),
    };
    return <ListProvider value={value}>{await body(items)}</ListProvider>;
  });
  return (on) => {
    if (!csv || !asksFor(on, '.csv')) return shown(on);
    const { cursor: _cursor, ...wanted } = { ...address.read(on.request.query), limit: MAX_LISTED, offset: 0 };
    return csvFile(csv, (cursor: C | undefined) => read(wanted, cursor));
  };
}

/** Whether the path that was asked for ends so. */
export function asksFor({ request }: Rendering, ending: string): boolean {
  return request.pattern?.endsWith(ending) ?? false;
}

/** Redirects to a page with GET. `notice` is shown there once. */
export function goTo(path: string, notice?: string): PageAnswer {
  return ({ pages, reply }) => pages.goTo(reply, path, notice);
}

/** Redirects to another site; the page of the form must have its origin in `formTargets`. */
export function leaveTo(url: string): PageAnswer {
  return ({ pages, reply }) => pages.leaveTo(reply, url);
}

/** Sends what a handler returns: a page, a redirect, or a file or JSON as it is. */
export abstract class RenderPages implements NestInterceptor {
  protected abstract readonly pages: ConsolePages;

  protected abstract once<T>(request: FastifyRequest, fields: Fields, work: () => Promise<T>): Promise<T>;

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const on: Rendering = {
      pages: this.pages,
      request,
      reply: http.getResponse<FastifyReply>(),
      once: (fields, work) => this.once(request, fields, work),
    };
    return next
      .handle()
      .pipe(
        mergeMap((answer) => from(Promise.resolve(typeof answer === 'function' ? (answer as PageAnswer)(on) : answer))),
      );
  }
}
