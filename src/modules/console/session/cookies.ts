import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_SESSION_MS } from '../../../core/accounts/access/open-console-session.js';
import { ADMIN_SESSION_MS } from '../../../core/admin/open-admin-session.js';
import { header } from '../../http/request.js';

/**
 * `session`: who is signed in. `form`: proves that a form was sent from a page of ours before
 * anybody is. `timeZone`: in which times are shown. `notice`: what was done just now, for the next
 * page to say. `wayBack`: where the person goes on after signing in.
 */
type CookieName = 'session' | 'form' | 'timeZone' | 'notice' | 'wayBack';

/** One for the whole of the console; its script sets it too. */
const TIME_ZONE = 'standing_console_time_zone';

/** A part of the console with a session of its own. */
export interface ConsoleArea {
  /** Where its pages begin, below the console. */
  home: '' | '/admin';
  names: Readonly<Record<CookieName, string>>;
  /** `Lax`: links from elsewhere, from an e-mail say, find the person signed in. */
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
 * The cookies of an area of the console. Browsers send them to its own pages only, show them to no
 * script, and over https to nobody who listens.
 */
export class ConsoleCookies {
  private readonly attributes: string;

  /** `publicUrl`: without a slash at the end. */
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

  /** For as long as a session lasts, unless said otherwise. */
  set(reply: FastifyReply, name: CookieName, value: string, seconds = this.area.lifeMs / 1000): void {
    void reply.header('set-cookie', `${this.area.names[name]}=${value}; Max-Age=${seconds}; ${this.attributes}`);
  }

  clear(reply: FastifyReply, name: CookieName): void {
    void reply.header('set-cookie', `${this.area.names[name]}=; Max-Age=0; ${this.attributes}`);
  }

  /**
   * What the token of this browser's forms is made of; a browser that has nothing yet gets it with
   * this answer.
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
