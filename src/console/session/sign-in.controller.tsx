import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenConsoleSession } from '../../core/accounts/access/open-console-session.js';
import { RequestAccess } from '../../core/accounts/access/request-access.js';
import { SignIn } from '../../core/accounts/access/sign-in.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError, type ErrorKind } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import { ServiceFacts } from '../../modules/settings/service-facts.js';
import { STATUS } from '../../modules/http/answers/error-shapes.js';
import { PerAddress } from '../../modules/auth/access.decorators.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { page, goTo, submitted, type PageAnswer, type Fields } from '../page-answers.js';
import { messageFor } from '../words.js';
import { OpenPages } from './console.hook.js';
import { ConsoleCookies } from './cookies.js';
import { CodePage, SIGN_IN, SignInPage } from './sign-in.page.js';
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
  show(@Req() request: FastifyRequest) {
    if (request.context.visit) return goTo('');
    return this.first();
  }

  @Post('sign-in')
  @PerAddress('open')
  @Reads('form')
  press(
    @Body() fields: Fields = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): PageAnswer {
    const { action = '', email = '', code = '', password = '' } = fields;
    const { ip } = request;
    const { signUp } = this.facts;
    const again = (wrong?: string, status?: number) => {
      if (action !== 'verify') return this.first(status, wrong);
      return page({ ...CODE, status }, <CodePage email={email} wrong={wrong} signUp={signUp} />);
    };
    const to = action === 'password' || action === 'verify' ? SIGN_IN[action] : SIGN_IN.send;
    const answer = submitted({ to, fields, again: () => again() }, async () => {
      if (action === 'password') {
        return this.open(await this.signIn.withPassword({ email, password, ip }), request, reply);
      }
      if (action === 'verify') {
        const proof = { email, code: code.replaceAll(/\s/g, ''), ip };
        return this.open(await this.signIn.withCode(proof), request, reply);
      }
      const asked = await this.requestAccess.run({ email, acceptTerms: true, ip });
      return page(CODE, <CodePage email={asked.email} signUp={signUp} />);
    });
    return async (on) => {
      try {
        return await answer(on);
      } catch (error) {
        if (!(error instanceof AppError) || NOT_THE_VISITORS.has(error.kind)) throw error;
        return again(messageFor(error), STATUS[error.kind])(on);
      }
    };
  }

  @Post('sign-out')
  @PerAddress('open')
  @Reads('form')
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const visit = request.context.visit;
    if (visit) await this.signIns.endSession(visit.caller.accountId, visit.sessionId);
    this.cookies.clear(reply, 'session');
    return goTo('/sign-in');
  }

  /** Signs the browser out first: one browser has one session. */
  private async open(accountId: Id<'acc'>, request: FastifyRequest, reply: FastifyReply): Promise<PageAnswer> {
    const before = request.context.visit;
    if (before) await this.signIns.endSession(before.caller.accountId, before.sessionId);
    this.cookies.set(reply, 'session', await this.openSession.run(accountId));
    const { path, notice } = takeWayBack(this.cookies, request, reply);
    return goTo(path, notice);
  }

  private first(status?: number, wrong?: string): PageAnswer {
    const body = <SignInPage wrong={wrong} facts={this.facts} />;
    return page({ title: TITLE, status, narrow: true }, body);
  }
}

const CODE = { title: 'Enter your code', narrow: true };
