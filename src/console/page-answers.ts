import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { from, mergeMap, type Observable } from 'rxjs';
import { MAX_LISTED } from '../core/limits.js';
import type { ConsolePages, Content, Fields, PageProps } from './console-pages.js';
import { csvFile, type CsvTable, type ListPage } from './csv-file.js';
import type { Confirmation } from './pages/sure.js';
import type { PageAddress } from './read-form.js';

interface Rendering {
  pages: ConsolePages;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The answer of a handler of pages; `RenderPages` sends it. */
export type PageAnswer = (on: Rendering) => Content | Promise<Content>;

type Answering = PageAnswer | Promise<PageAnswer>;

export type { Fields };

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

/**
 * Runs a form. For a problem that the person can correct, `again` shows it with the typed values
 * and the problem beside its field.
 */
export function submitted(
  { to, fields, again }: { to: string; fields: Fields; again: () => Answering },
  work: () => Answering,
): PageAnswer {
  return (on) =>
    on.pages.sent(on.request, { to, fields, again: async () => (await again())(on) }, async () => (await work())(on));
}

/**
 * Asks for confirmation on a separate page. The work runs once per such page, however often its
 * button is pressed; `then` answers each time.
 */
export function confirmed<T>(
  { fields, ask }: { fields: Fields; ask: () => Promise<Confirmation> },
  work: () => Promise<T>,
  then: (done: T) => Answering,
): PageAnswer {
  return (on) =>
    on.pages.confirmed(on.request, on.reply, { fields, ask }, work, async (done) => (await then(done))(on));
}

/**
 * Runs a form once, however often it is sent. The outcome is stored, so it must hold no secrets.
 */
export function once<T>(fields: Fields, work: () => Promise<T>, then: (done: T) => PageAnswer): PageAnswer {
  return async (on) => then(await on.pages.once(on.request, fields, work))(on);
}

/** Sends what a handler returns: a page, a redirect, or a file or JSON as it is. */
export abstract class RenderPages implements NestInterceptor {
  protected abstract readonly pages: ConsolePages;

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const on = {
      pages: this.pages,
      request: http.getRequest<FastifyRequest>(),
      reply: http.getResponse<FastifyReply>(),
    };
    return next
      .handle()
      .pipe(
        mergeMap((answer) => from(Promise.resolve(typeof answer === 'function' ? (answer as PageAnswer)(on) : answer))),
      );
  }
}
