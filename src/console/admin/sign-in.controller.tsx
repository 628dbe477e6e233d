import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndAdminSession } from '../../core/admin/end-admin-session.js';
import { OpenAdminSession } from '../../core/admin/open-admin-session.js';
import { PerAddress } from '../../modules/auth/access.decorators.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { Field } from '../pages/form.js';
import { PostForm } from '../pages/parts.js';
import { whereOf } from '../../modules/admin/admin-request.js';
import { takeWayBack } from '../session/way-back.js';
import { AdminCookies, AdminPages, OpenAdminPages } from './admin.hook.js';

const HOME = '/admin';
const SIGN_IN = '/admin/sign-in';
const MAX_KEY_LENGTH = 500;

@OpenAdminPages('console/admin')
export class AdminSignInController {
  constructor(
    private readonly pages: AdminPages,
    private readonly cookies: AdminCookies,
    private readonly openSession: OpenAdminSession,
    private readonly endSession: EndAdminSession,
  ) {}

  @Get('sign-in')
  @PerAddress('open')
  show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return request.context.adminVisit ? this.pages.goTo(reply, HOME) : this.form(request, reply);
  }

  /** Signs the browser out first: one browser has one session. */
  @Post('sign-in')
  @PerAddress('open')
  @Reads('form')
  async press(
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { admin_key: key = '' } = fields;
    const again = () => this.form(request, reply);
    return this.pages.sent(request, { to: SIGN_IN, fields, again }, async () => {
      const secret = await this.openSession.run(key.trim(), whereOf(request));
      await this.end(request);
      this.cookies.set(reply, 'session', secret);
      const { path, notice } = takeWayBack(this.cookies, request, reply);
      return this.pages.goTo(reply, path, notice);
    });
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
    const visit = request.context.adminVisit;
    if (visit) await this.endSession.run(visit, whereOf(request));
  }

  private form(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const body = (
      <>
        <p>These pages are for the operators of this service. Every action is recorded in the audit trail.</p>
        <PostForm to={SIGN_IN} className="column">
          <Field
            name="admin_key"
            label="Admin key"
            input={{
              type: 'password',
              autocomplete: 'current-password',
              maxLength: MAX_KEY_LENGTH,
              required: true,
              autofocus: true,
            }}
          />
          <button class="first">Sign in</button>
        </PostForm>
      </>
    );
    return this.pages.show(request, reply, { title: 'Sign in as administrator', narrow: true }, body);
  }
}
