import { Injectable } from '@nestjs/common';
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import { ServiceFacts } from '../discovery/service-facts.js';
import { STATUS } from '../http/answers/error-status.js';
import { PublicUrl } from '../http/public-url.js';
import { Terms } from '../http/terms.js';
import { adminVisitOf } from './admin/admin-visits.js';
import { Layout, type LayoutProps } from './pages/layout.js';
import { Wrong } from './pages/parts.js';
import { ViewProvider } from './pages/view.js';
import type { PageAddress } from './read-form.js';
import { ConsoleCookies } from './session/cookies.js';
import { formToken } from './session/form-token.js';
import { visitOf } from './session/visits.js';
import { readTimeZone } from './time-zone.js';
import { plain } from './words.js';

/**
 * Its own files and nobody else's; no script or style in a page, no frame around it, forms to here
 * alone.
 */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src data:`,
  `connect-src 'self'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

export interface PageProps extends Omit<LayoutProps, 'children'> {
  status?: number;
}

/** Makes answers of pages. */
@Injectable()
export class ConsolePages {
  /**
   * Path of the console, without a slash at the end: the service may be reached below a path of its
   * host.
   */
  readonly base: string;

  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly terms: Terms,
    private readonly facts: ServiceFacts,
    { baseUrl }: PublicUrl,
  ) {
    this.base = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/console`;
  }

  get sellsCredits(): boolean {
    return this.facts.packages.length > 0;
  }

  show(
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, ...layout }: PageProps,
    body: ComponentChildren,
  ): string {
    void reply.status(status).headers(HEADERS);
    const view = {
      base: this.base,
      path: /\/console(\/[^?]*)?/.exec(request.url)?.[1] ?? '',
      token: formToken(this.cookies.formSecret(request, reply)),
      home: this.cookies.home,
      visit: visitOf(request),
      admin: adminVisitOf(request) !== undefined,
      timeZone: readTimeZone(this.cookies.read(request, 'timeZone')),
      termsUrl: this.terms.url,
      sandbox: this.facts.registryMode === 'sandbox',
      sellsCredits: this.sellsCredits,
    };
    const page: VNode = (
      <ViewProvider value={view}>
        <Layout {...layout}>{body}</Layout>
      </ViewProvider>
    );
    return `<!doctype html>\n${render(page)}`;
  }

  /**
   * A page as its address asks for it. Of an address that asks for what there cannot be it is the
   * page without anything asked, and says what is wrong.
   */
  async list<Q extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    { address, ...layout }: PageProps & { address: PageAddress<Q> },
    body: (wanted: Q) => Promise<ComponentChildren>,
  ): Promise<string> {
    try {
      return this.show(request, reply, layout, await body(address.read(request.query)));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      const wrong = <Wrong>{plain(error.message)}</Wrong>;
      const plainly = await body(address.read({}));
      return this.show(request, reply, { ...layout, status: STATUS[error.kind] }, [wrong, plainly]);
    }
  }

  /** On to another page, with GET, so that going back and reloading press nothing. */
  goTo(reply: FastifyReply, path: string): string {
    void reply.status(303).header('location', this.base + path);
    return '';
  }
}
