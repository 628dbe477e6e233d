import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndAdminSession } from '../../../core/admin/end-admin-session.js';
import { OpenAdminSession } from '../../../core/admin/open-admin-session.js';
import { AppError } from '../../../core/errors.js';
import { STATUS } from '../../http/answers/error-status.js';
import { PerAddress } from '../../auth/per-address.decorator.js';
import { Reads } from '../../http/server/reads.decorator.js';
import { PostForm, Wrong } from '../pages/parts.js';
import { AdminForms } from './admin-forms.js';
import { AdminCookies, AdminPages, OpenAdminPages } from './admin.guard.js';
import { adminVisitOf } from './admin-visits.js';

const HOME = '/admin/accounts';
const MAX_KEY_LENGTH = 500;

/** By the admin key. */
@OpenAdminPages('console/admin')
export class AdminSignInController {
  constructor(
    private readonly pages: AdminPages,
    private readonly cookies: AdminCookies,
    private readonly forms: AdminForms,
    private readonly openSession: OpenAdminSession,
    private readonly endSession: EndAdminSession,
  ) {}

  @Get()
  @PerAddress('open')
  enter(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.pages.goTo(reply, adminVisitOf(request) ? HOME : '/admin/sign-in');
  }

  @Get('sign-in')
  @PerAddress('open')
  show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return adminVisitOf(request) ? this.pages.goTo(reply, HOME) : this.form(request, reply);
  }

  /** A browser that was signed in before is signed out there first: one browser, one session. */
  @Post('sign-in')
  @PerAddress('open')
  @Reads('form')
  async press(
    @Body() { admin_key: key = '' }: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    try {
      const secret = await this.openSession.run(key.trim(), this.forms.who(request));
      await this.end(request);
      this.cookies.set(reply, 'session', secret);
      return this.pages.goTo(reply, HOME);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'INVALID_CREDENTIALS')) throw error;
      return this.form(request, reply, STATUS[error.kind], error.message);
    }
  }

  @Post('sign-out')
  @PerAddress('open')
  @Reads('form')
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.end(request);
    this.cookies.clear(reply, 'session');
    return this.pages.goTo(reply, '/admin/sign-in');
  }

  private async end(request: FastifyRequest): Promise<void> {
    const visit = adminVisitOf(request);
    if (visit) await this.endSession.run(visit, this.forms.who(request));
  }

  private form(request: FastifyRequest, reply: FastifyReply, status = 200, wrong?: string): string {
    const body = (
      <>
        <Wrong>{wrong}</Wrong>
        <p>These pages are for the operators of this service. Every action is recorded in the audit trail.</p>
        <PostForm to="/admin/sign-in" className="column">
          <label>
            Admin key
            <input
              name="admin_key"
              type="password"
              autocomplete="current-password"
              maxLength={MAX_KEY_LENGTH}
              required
              autofocus
            />
          </label>
          <button class="first">Sign in</button>
        </PostForm>
      </>
    );
    return this.pages.show(request, reply, { title: 'Sign in as administrator', status, narrow: true }, body);
  }
}
