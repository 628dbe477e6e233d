import { Body, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenConsoleSession } from '../../core/accounts/access/open-console-session.js';
import { RequestAccess } from '../../core/accounts/access/request-access.js';
import { SignIn } from '../../core/accounts/access/sign-in.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError, type ErrorKind } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import { ServiceFacts } from '../../modules/discovery/service-facts.js';
import { STATUS } from '../../modules/http/answers/error-shapes.js';
import { PerAddress } from '../../modules/auth/access.decorators.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { ConsolePages } from '../console-pages.js';
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
    private readonly pages: ConsolePages,
    private readonly cookies: ConsoleCookies,
    private readonly requestAccess: RequestAccess,
    private readonly signIn: SignIn,
    private readonly openSession: OpenConsoleSession,
    private readonly signIns: SignIns,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('sign-in')
  @PerAddress('open')
  async show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    if (request.context.visit) return this.pages.goTo(reply, '');
    return this.first(request, reply);
  }

  @Post('sign-in')
  @PerAddress('open')
  @Reads('form')
  async press(
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { action = '', email = '', code = '', password = '' } = fields;
    const { ip } = request;
    const { signUp } = this.facts;
    const again = (wrong?: string, status?: number) => {
      if (action !== 'verify') return this.first(request, reply, status, wrong);
      return this.pages.show(
        request,
        reply,
        { ...CODE, status },
        <CodePage email={email} wrong={wrong} signUp={signUp} />,
      );
    };
    const to = action === 'password' || action === 'verify' ? SIGN_IN[action] : SIGN_IN.send;
    try {
      return await this.pages.sent(request, { to, fields, again: () => again() }, async () => {
        if (action === 'password') {
          return this.open(await this.signIn.withPassword({ email, password, ip }), request, reply);
        }
        if (action === 'verify') {
          const proof = { email, code: code.replaceAll(/\s/g, ''), ip };
          return this.open(await this.signIn.withCode(proof), request, reply);
        }
        const asked = await this.requestAccess.run({ email, acceptTerms: true, ip });
        return this.pages.show(request, reply, CODE, <CodePage email={asked.email} signUp={signUp} />);
      });
    } catch (error) {
      if (!(error instanceof AppError) || NOT_THE_VISITORS.has(error.kind)) throw error;
      return again(messageFor(error), STATUS[error.kind]);
    }
  }

  @Post('sign-out')
  @PerAddress('open')
  @Reads('form')
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const visit = request.context.visit;
    if (visit) await this.signIns.endSession(visit.caller.accountId, visit.sessionId);
    this.cookies.clear(reply, 'session');
    return this.pages.goTo(reply, '/sign-in');
  }

  /** Signs the browser out first: one browser has one session. */
  private async open(accountId: Id<'acc'>, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const before = request.context.visit;
    if (before) await this.signIns.endSession(before.caller.accountId, before.sessionId);
    this.cookies.set(reply, 'session', await this.openSession.run(accountId));
    const { path, notice } = takeWayBack(this.cookies, request, reply);
    return this.pages.goTo(reply, path, notice);
  }

  private first(request: FastifyRequest, reply: FastifyReply, status?: number, wrong?: string): Promise<string> {
    const body = <SignInPage wrong={wrong} facts={this.facts} />;
    return this.pages.show(request, reply, { title: TITLE, status, narrow: true }, body);
  }
}

const CODE = { title: 'Enter your code', narrow: true };
