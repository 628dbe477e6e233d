import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { from, mergeMap, type Observable } from 'rxjs';
import { MAX_LISTED } from '../core/limits.js';
import type { ConsolePages, Content, PageProps } from './console-pages.js';
import { csvFile, type CsvTable, type ListPage } from './csv-file.js';
import type { Fields, PageAddress } from './read-form.js';

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
 * A list for the query string. If that is invalid, the unfiltered list with the problem is shown.
 */
export function listPage<Q extends object>(
  layout: PageProps & { address: PageAddress<Q> },
  body: (wanted: Q) => Promise<ComponentChildren>,
): PageAnswer {
  return ({ pages, request, reply }) => pages.list(request, reply, layout, body);
}

/** A list with a page for its query, and, where a path ends in `.csv`, all of it as a file. */
export interface List<Q extends object, T, C> extends PageProps {
  address: PageAddress<Q>;
  csv: CsvTable<T>;
  /** The cursor of the query. */
  after: (wanted: Q) => C | undefined;
  /** Reads at most `wanted.limit` rows after a cursor. */
  read: (wanted: Q, after: C | undefined) => Promise<ListPage<T, C>>;
  body: (page: ListPage<T, C>, wanted: Q) => ComponentChildren | Promise<ComponentChildren>;
}

export function list<Q extends object, T, C>({
  address,
  csv,
  after,
  read,
  body,
  ...layout
}: List<Q, T, C>): PageAnswer {
  return (on) => {
    if (asksForCsv(on)) {
      const wanted = { ...address.read(on.request.query), limit: MAX_LISTED, offset: 0 };
      return csvFile(csv, (cursor: C | undefined) => read(wanted, cursor));
    }
    const shown = async (wanted: Q) => body(await read(wanted, after(wanted)), wanted);
    return on.pages.list(on.request, on.reply, { ...layout, address }, shown);
  };
}

export function asksForCsv({ request }: Rendering): boolean {
  return request.pattern?.endsWith('.csv') ?? false;
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
