import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_SESSION_MS } from '../../core/accounts/access/open-console-session.js';
import { ADMIN_SESSION_MS } from '../../core/admin/open-admin-session.js';
import { header } from '../../modules/http/request.js';

/**
 * The cookies:
 * - `session`: the signed-in account.
 * - `form`: proves, before sign-in, that a form was sent from our pages.
 * - `timeZone`: the zone in which times are shown.
 * - `notice`: the result of the last action, shown on the next page.
 * - `wayBack`: the page to open after sign-in.
 */
type CookieName = 'session' | 'form' | 'timeZone' | 'notice' | 'wayBack';

/** Shared by the whole console; its script sets it too. */
const TIME_ZONE = 'standing_console_time_zone';

export interface ConsoleArea {
  /** Root of its pages, below the console. */
  home: '' | '/admin';
  names: Readonly<Record<CookieName, string>>;
  /** `Lax`: the person stays signed in when following links from elsewhere, e.g. an email. */
  sameSite: 'Lax' | 'Strict';
  lifeMs: number;
}

export const ACCOUNT_AREA: ConsoleArea = {
  home: '',
  names: {
    session: 'standing_console',
    form: 'standing_console_form',
    notice: 'standing_console_notice',
    wayBack: 'standing_console_way_back',
    timeZone: TIME_ZONE,
  },
  sameSite: 'Lax',
  lifeMs: CONSOLE_SESSION_MS,
};

export const ADMIN_AREA: ConsoleArea = {
  home: '/admin',
  names: {
    session: 'standing_console_admin',
    form: 'standing_console_admin_form',
    notice: 'standing_console_admin_notice',
    wayBack: 'standing_console_admin_way_back',
    timeZone: TIME_ZONE,
  },
  sameSite: 'Strict',
  lifeMs: ADMIN_SESSION_MS,
};

/**
 * The cookies of an area of the console: sent only to its own pages, hidden from scripts, and with
 * https only over encrypted connections.
 */
export class ConsoleCookies {
  private readonly attributes: string;

  /** `publicUrl`: without a trailing slash. */
  constructor(
    publicUrl: string,
    private readonly area: ConsoleArea,
  ) {
    const { protocol, pathname } = new URL(publicUrl);
    const path = `${pathname.replace(/\/$/, '')}/console${area.home}`;
    this.attributes = `Path=${path}; HttpOnly; SameSite=${area.sameSite}${protocol === 'https:' ? '; Secure' : ''}`;
  }

  get home(): ConsoleArea['home'] {
    return this.area.home;
  }

  read(request: FastifyRequest, name: CookieName): string | undefined {
    const start = `${this.area.names[name]}=`;
    const pair = header(request, 'cookie')
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(start));
    return pair?.slice(start.length) || undefined;
  }

  /** Lasts as long as a session by default. */
  set(reply: FastifyReply, name: CookieName, value: string, seconds = this.area.lifeMs / 1000): void {
    void reply.header('set-cookie', `${this.area.names[name]}=${value}; Max-Age=${seconds}; ${this.attributes}`);
  }

  clear(reply: FastifyReply, name: CookieName): void {
    void reply.header('set-cookie', `${this.area.names[name]}=; Max-Age=0; ${this.attributes}`);
  }

  /**
   * Returns the secret from which this browser's form tokens are derived, and sets it in the
   * response if the browser has none.
   */
  formSecret(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.knownFormSecret(request);
    if (known !== undefined) return known;
    const secret = randomBytes(32).toString('base64url');
    this.set(reply, 'form', secret);
    return secret;
  }

  knownFormSecret(request: FastifyRequest): string | undefined {
    return this.read(request, 'session') ?? this.read(request, 'form');
  }
}
