import { Get } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OpenConsoleSession } from '../../core/accounts/access/open-console-session.js';
import { RequestAccess } from '../../core/accounts/access/request-access.js';
import { SignIn } from '../../core/accounts/access/sign-in.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError, type ErrorKind } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import { ServiceFacts } from '../../modules/settings/service-facts.js';
import { STATUS } from '../../modules/http/answers/error-shapes.js';
import { PerAddress } from '../../modules/auth/access.decorators.js';
import { Form, form } from '../form-answers.js';
import { page, goTo, type PageAnswer, type Rendering } from '../page-answers.js';
import { fieldsOf, type Fields } from '../read-form.js';
import { messageFor } from '../words.js';
import { OpenPages } from './console.hook.js';
import { ConsoleCookies } from './cookies.js';
import { CodePage, SignInPage } from './sign-in.page.js';
import { takeWayBack } from './way-back.js';

const TITLE = 'Sign in to Standing';
/** Failures that other input would not avoid. */
const NOT_THE_VISITORS: ReadonlySet<ErrorKind> = new Set(['internal', 'unavailable']);

@OpenPages('console')
export class ConsoleSignInController {
  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly requestAccess: RequestAccess,
    private readonly signIn: SignIn,
    private readonly openSession: OpenConsoleSession,
    private readonly signIns: SignIns,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('sign-in')
  @PerAddress('open')
  show(): PageAnswer {
    return (on) => (on.request.context.visit ? goTo('') : this.first())(on);
  }

  @Form('sign-in')
  @PerAddress('open')
  press(): PageAnswer {
    const sent = form({
      again: (fields) => this.again(fields),
      run: ({ action, email = '', code = '', password = '' }, on): Promise<PageAnswer> => {
        const { ip } = on.request;
        if (action === 'password') return this.open(this.signIn.withPassword({ email, password, ip }), on);
        if (action === 'verify') {
          return this.open(this.signIn.withCode({ email, code: code.replaceAll(/\s/g, ''), ip }), on);
        }
        return this.sendCode(email, ip);
      },
      next: (answer) => answer,
    });
    return async (on) => {
      try {
        return await sent(on);
      } catch (error) {
        if (!(error instanceof AppError) || NOT_THE_VISITORS.has(error.kind)) throw error;
        return this.again(fieldsOf(on.request), STATUS[error.kind], messageFor(error))(on);
      }
    };
  }

  @Form('sign-out')
  @PerAddress('open')
  signOut() {
    return form({
      run: async (_, { request, reply }) => {
        await this.end(request);
        this.cookies.clear(reply, 'session');
      },
      next: '/sign-in',
    });
  }

  private async sendCode(typed: string, ip: string): Promise<PageAnswer> {
    const { email } = await this.requestAccess.run({ email: typed, acceptTerms: true, ip });
    return page(CODE, <CodePage email={email} signUp={this.facts.signUp} />);
  }

  /** Signs the browser out first: one browser has one session. */
  private async open(account: Promise<Id<'acc'>>, { request, reply }: Rendering): Promise<PageAnswer> {
    const accountId = await account;
    await this.end(request);
    this.cookies.set(reply, 'session', await this.openSession.run(accountId));
    const { path, notice } = takeWayBack(this.cookies, request, reply);
    return goTo(path, notice);
  }

  private async end({ context: { visit } }: FastifyRequest): Promise<void> {
    if (visit) await this.signIns.endSession(visit.caller.accountId, visit.sessionId);
  }

  private again({ action, email = '' }: Fields, status?: number, wrong?: string): PageAnswer {
    if (action !== 'verify') return this.first(status, wrong);
    return page({ ...CODE, status }, <CodePage email={email} wrong={wrong} signUp={this.facts.signUp} />);
  }

  private first(status?: number, wrong?: string): PageAnswer {
    const body = <SignInPage wrong={wrong} facts={this.facts} />;
    return page({ title: TITLE, status, narrow: true }, body);
  }
}

const CODE = { title: 'Enter your code', narrow: true };
