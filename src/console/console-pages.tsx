import { Injectable, type StreamableFile } from '@nestjs/common';
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../core/accounts/access/read-console-session.js';
import { Ledger } from '../core/billing/ports.js';
import { Registries } from '../core/registries/ports.js';
import { MatchReviews } from '../core/verification/ports.js';
import { WatchClock } from '../core/watches/ports.js';
import { ServiceFacts } from '../modules/settings/service-facts.js';
import { STATUS } from '../modules/http/answers/error-shapes.js';
import { withoutDisorder } from '../modules/http/answers/html-page.js';
import { PublicUrl } from '../modules/http/public-url.js';
import { Layout, type LayoutProps } from './pages/layout.js';
import { ViewProvider } from './pages/view.js';
import { ConsoleCookies } from './session/cookies.js';
import { formToken } from './session/form-token.js';
import { readTimeZone } from './time-zone.js';

/** Own files only, no inline script or style, no frame; forms lead here and to the targets only. */
const policy = (formTargets: readonly string[]) =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src data:`,
    `connect-src 'self'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Upper bound of the count. */
const MAX_WAITING = 100;

/** HTML, or a file. */
export type Content = string | StreamableFile;

export interface PageProps extends Omit<LayoutProps, 'children'> {
  status?: number | undefined;
  /** Other origins that a form's response may redirect to. */
  formTargets?: readonly string[] | undefined;
}

/** Renders pages. */
@Injectable()
export class ConsolePages {
  /**
   * Path of the console, without a trailing slash: the service may run below a path of its host.
   */
  readonly base: string;
  /** Path of the service, likewise. */
  private readonly root: string;
  private readonly origin: string;

  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly facts: ServiceFacts,
    private readonly clock: WatchClock,
    private readonly ledger: Ledger,
    private readonly reviews: MatchReviews,
    private readonly registries: Registries,
    { baseUrl, origin }: PublicUrl,
  ) {
    this.origin = origin;
    this.root = new URL(baseUrl).pathname.replace(/\/$/, '');
    this.base = `${this.root}/console`;
  }

  get sellsCredits(): boolean {
    return this.facts.packages.length > 0;
  }

  async show(
    request: FastifyRequest,
    reply: FastifyReply,
    layout: PageProps,
    body: ComponentChildren,
  ): Promise<string> {
    const sent = request.context.sentForm;
    const { status = sent ? STATUS[sent.error.kind] : 200, formTargets = [], ...shown } = layout;
    const [visit, sandboxTime, waiting] = await Promise.all([
      this.visit(request),
      this.sandboxTime(request),
      this.waiting(request),
    ]);
    void reply.status(status).headers({ ...HEADERS, 'content-security-policy': policy(formTargets) });
    const view = {
      base: this.base,
      root: this.root,
      origin: this.origin,
      path: layout.lost ? '/lost' : (/\/console(\/[^?]*)?/.exec(request.url)?.[1] ?? ''),
      isContinued: Object.hasOwn(Object(request.query), 'cursor'),
      token: formToken(this.cookies.formSecret(request, reply)),
      home: this.cookies.home,
      visit,
      admin: request.context.adminVisit?.holder,
      timeZone: readTimeZone(this.cookies.read(request, 'timeZone')),
      termsUrl: this.facts.termsUrl,
      sandbox: this.facts.registryMode === 'sandbox',
      sandboxTime,
      sent,
      notice: this.readNotice(request, reply),
      waiting,
      sellsCredits: this.sellsCredits,
      jurisdictions: this.registries.codes,
      version: this.facts.version,
    };
    const page: VNode = (
      <ViewProvider value={view}>
        <Layout {...shown}>{body}</Layout>
      </ViewProvider>
    );
    // Rendering finds out which fields show their own problem.
    if (sent) render(page);
    return withoutDisorder(`<!doctype html>\n${render(page)}`);
  }

  /**
   * Redirects to a page with GET, so that reloading does not send the form again. `notice` is shown
   * there once.
   */
  goTo(reply: FastifyReply, path: string, notice?: string): string {
    if (notice !== undefined) this.cookies.set(reply, 'notice', encodeURIComponent(notice));
    void reply.status(303).header('location', this.base + path);
    return '';
  }

  /** Redirects to another site; the page of the form must have its origin in `formTargets`. */
  leaveTo(reply: FastifyReply, url: string): string {
    void reply.status(303).header('location', url);
    return '';
  }

  /** Reads the visit again, because a form may have changed the balance. */
  private async visit(request: FastifyRequest): Promise<ConsoleVisit | undefined> {
    const visit = request.context.visit;
    if (!visit || request.method !== 'POST') return visit;
    const creditBalance = await this.ledger.balance(visit.caller.accountId).catch(() => visit.creditBalance);
    return { ...visit, creditBalance };
  }

  /** `undefined` if it cannot be read: the page renders without it. */
  private async sandboxTime(request: FastifyRequest): Promise<Date | undefined> {
    if (!this.clock.isSandbox || (!request.context.visit && !request.context.adminVisit)) return undefined;
    return this.clock.now().catch(() => undefined);
  }

  private async waiting(request: FastifyRequest): Promise<number | undefined> {
    const visit = request.context.visit;
    return visit && this.reviews.waiting(visit.caller.accountId, MAX_WAITING).catch(() => undefined);
  }

  /** The notice of the previous form; it is shown once. */
  private readNotice(request: FastifyRequest, reply: FastifyReply): string | undefined {
    const text = this.cookies.read(request, 'notice');
    if (text === undefined) return undefined;
    this.cookies.clear(reply, 'notice');
    try {
      return decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
}
