import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AllowClient } from '../../../core/accounts/allow-client.js';
import { readEmail } from '../../../core/accounts/email-address.js';
import { RequestAccess } from '../../../core/accounts/access/request-access.js';
import { SignIn } from '../../../core/accounts/access/sign-in.js';
import { Accounts, SignIns } from '../../../core/accounts/ports.js';
import { ReadAccount } from '../../../core/accounts/read-account.js';
import { Budgets } from '../../../core/billing/ports.js';
import { ConfirmationThresholds } from '../../../core/confirmations/ports.js';
import { AppError, type ErrorKind } from '../../../core/errors.js';
import { PerAddress } from '../../auth/access.decorators.js';
import { OpenLimitHook } from '../../auth/open-limit.hook.js';
import { Reads } from '../../http/route.decorators.js';
import { page } from '../../http/answers/html-page.js';
import { Settings } from '../../settings/settings.js';
import { OAuthServer } from '../provider/oauth-server.js';
import { readTypedCredits } from '../../../core/oauth/credits-detail.js';
import { Interaction } from './interaction.js';
import { codeBody, consentBody, emailBody, type BudgetWish } from './pages.js';

const SIGNED_OUT = 'You are signed out. Start again in the application.';
const SIGN_IN = 'Sign in to Standing';

/** Our pages for sign-in and consent. They work without JavaScript. */
@Controller('oauth/interaction')
export class InteractionController {
  /** Of forms, found before their bodies are read. */
  private readonly visits = new WeakMap<FastifyRequest, Interaction>();

  constructor(
    private readonly server: OAuthServer,
    private readonly requestAccess: RequestAccess,
    private readonly signIn: SignIn,
    private readonly readAccount: ReadAccount,
    private readonly settings: Settings,
    private readonly allowClient: AllowClient,
    private readonly budgets: Budgets,
    private readonly thresholds: ConfirmationThresholds,
    private readonly accounts: Accounts,
    private readonly signIns: SignIns,
    openLimit: OpenLimitHook,
  ) {
    openLimit.beforeForm('/oauth/interaction/:uid', async (request, reply) => {
      const { uid } = request.params as { uid: string };
      this.visits.set(request, await this.visit(uid, request, reply));
    });
  }

  @Get(':uid')
  @PerAddress('open')
  async show(
    @Param('uid') uid: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.firstPage(await this.visit(uid, request, reply), reply);
  }

  @Post(':uid')
  @PerAddress('open')
  @Reads('form')
  async press(
    @Param('uid') uid: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const visit = this.visits.get(request) ?? (await this.visit(uid, request, reply));
    const { action = '' } = fields;
    if (action === 'cancel') return goTo(await visit.cancelled(), reply);
    if (action === 'sign-out') return goTo(await visit.signedOut(), reply);
    if (visit.wantsSignIn) return this.identify(visit, fields, request, reply);
    if (action === 'allow') return this.allow(visit, fields, reply);
    return this.firstPage(visit, reply);
  }

  private async visit(uid: string, request: FastifyRequest, reply: FastifyReply): Promise<Interaction> {
    return Interaction.of(await this.server.provider(), uid, request.raw, reply.raw, async (accountId, clientId) => {
      const grants = await this.signIns.grants(accountId);
      return grants.find((grant) => grant.clientId === clientId)?.id;
    });
  }

  private async firstPage(visit: Interaction, reply: FastifyReply): Promise<string> {
    void reply.status(200);
    if (visit.wantsSignIn) return page(reply, SIGN_IN, this.signInBody(visit), [visit.formTarget]);
    await this.requireAccount(visit);
    const wish = await this.wishOf(visit);
    return this.consent(visit, wish, reply);
  }

  /** Throws if the account was disabled or deleted after sign-in. */
  private async requireAccount({ accountId }: Interaction): Promise<void> {
    const standing = await this.accounts.status(accountId);
    if (standing?.state !== 'open') throw new AppError('NOT_FOUND', { message: SIGNED_OUT });
  }

  private async consent(visit: Interaction, wish: BudgetWish, reply: FastifyReply): Promise<string> {
    const { profile } = await this.readAccount.run(visit.accountId);
    const body = consentBody(visit.client, await visit.scopes(), profile, wish);
    return page(reply, 'Allow this application?', body, [visit.formTarget]);
  }

  /** The application's current budget is kept, whatever it requests, until the owner changes it. */
  private async wishOf(visit: Interaction): Promise<BudgetWish> {
    const [current, threshold] = await Promise.all([
      this.budgets.ofClient(visit.accountId, visit.clientId),
      this.thresholds.ofClient(visit.accountId, visit.clientId),
    ]);
    const { credits, every } = current ?? visit.budgetAsked ?? { credits: undefined, every: 'month' };
    const spent = current?.spent;
    return { typed: asTyped(credits), every, spent, confirmAbove: asTyped(threshold?.credits), nonsense: false };
  }

  private async allow(
    visit: Interaction,
    { budget_credits: typed = '', confirm_above: confirmAbove = '' }: Record<string, string>,
    reply: FastifyReply,
  ): Promise<string> {
    await this.requireAccount(visit);
    const wish = await this.wishOf(visit);
    const { every } = wish;
    const credits = readTypedCredits(typed);
    const threshold = readTypedCredits(confirmAbove);
    if (credits === 'nonsense' || threshold === 'nonsense') {
      return this.consent(visit, { ...wish, typed, confirmAbove, nonsense: true }, reply.status(400));
    }
    const limits = {
      budget: credits === undefined ? undefined : { credits, every },
      confirmAbove: threshold === undefined ? undefined : { credits: threshold },
    };
    return goTo(await visit.allowed((granted) => this.allowClient.run(granted, limits)), reply);
  }

  private signInBody({ client }: Interaction, wrong?: string): string {
    return emailBody(client, { termsUrl: this.settings.termsUrl, signUp: this.settings.signUp }, wrong);
  }

  private async identify(
    visit: Interaction,
    { action = '', email = '', code = '', password = '' }: Record<string, string>,
    { ip }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const again = (body: string) => page(reply.status(400), SIGN_IN, body, [visit.formTarget]);
    if (readEmail(email) === undefined) return again(this.signInBody(visit, 'That is no e-mail address.'));
    try {
      if (action === 'verify') {
        return goTo(
          await visit.signedIn(await this.signIn.withCode({ email, code: code.replace(/\s/g, ''), ip })),
          reply,
        );
      }
      if (action === 'password') {
        return goTo(await visit.signedIn(await this.signIn.withPassword({ email, password, ip })), reply);
      }
      const asked = await this.requestAccess.run({ email, acceptTerms: true, ip });
      return page(reply.status(200), 'Enter your code', codeBody(asked.email, this.settings), [visit.formTarget]);
    } catch (error) {
      if (!(error instanceof AppError) || NOT_THE_USERS.has(error.kind)) throw error;
      return again(
        action === 'verify' ? codeBody(email, this.settings, error.message) : this.signInBody(visit, error.message),
      );
    }
  }
}

function asTyped(credits: number | undefined): string {
  return credits === undefined ? '' : String(credits);
}

/** Errors that other input would not correct. */
const NOT_THE_USERS: ReadonlySet<ErrorKind> = new Set(['internal', 'unavailable']);

/** Redirects to GET, so that going back and reloading do not submit again. */
function goTo(url: string, reply: FastifyReply): string {
  void reply.status(303).header('location', url).header('cache-control', 'no-store');
  return '';
}
