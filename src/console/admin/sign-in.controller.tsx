import { Get } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EndAdminSession } from '../../core/admin/end-admin-session.js';
import { OpenAdminSession } from '../../core/admin/open-admin-session.js';
import { PerAddress } from '../../modules/auth/access.decorators.js';
import { Form, form } from '../form-answers.js';
import { page, goTo, type PageAnswer } from '../page-answers.js';
import { Field } from '../pages/form.js';
import { PostForm } from '../pages/parts.js';
import { whereOf } from '../../modules/admin/admin-request.js';
import { takeWayBack } from '../session/way-back.js';
import { ConsoleCookies } from '../session/cookies.js';
import { OpenAdminPages } from './admin.hook.js';

const HOME = '/admin';
const SIGN_IN = '/admin/sign-in';
const MAX_KEY_LENGTH = 500;

@OpenAdminPages('console/admin')
export class AdminSignInController {
  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly openSession: OpenAdminSession,
    private readonly endSession: EndAdminSession,
  ) {}

  @Get('sign-in')
  @PerAddress('open')
  show(): PageAnswer {
    return (on) => (on.request.context.adminVisit ? goTo(HOME) : this.form())(on);
  }

  /** Signs the browser out first: one browser has one session. */
  @Form('sign-in')
  @PerAddress('open')
  press() {
    return form({
      again: () => this.form(),
      run: async ({ admin_key: key = '' }, { request, reply }) => {
        const secret = await this.openSession.run(key.trim(), whereOf(request));
        await this.end(request);
        this.cookies.set(reply, 'session', secret);
        return takeWayBack(this.cookies, request, reply);
      },
      next: ({ path, notice }) => goTo(path, notice),
    });
  }

  @Form('sign-out')
  @PerAddress('open')
  signOut() {
    return form({
      run: async (_, { request, reply }) => {
        await this.end(request);
        this.cookies.clear(reply, 'session');
      },
      next: SIGN_IN,
    });
  }

  private async end(request: FastifyRequest): Promise<void> {
    const visit = request.context.adminVisit;
    if (visit) await this.endSession.run(visit, whereOf(request));
  }

  private form(): PageAnswer {
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
    return page({ title: 'Sign in as administrator', narrow: true }, body);
  }
}
