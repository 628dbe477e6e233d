import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readEmail } from '../../core/accounts/email-address.js';
import { RequestAccess } from '../../core/accounts/request-access.js';
import { SignIn } from '../../core/accounts/sign-in.js';
import { AppError } from '../../core/errors.js';
import { Contract } from '../http/contract.js';
import { page } from '../http/html-page.js';
import { header } from '../http/request.js';
import { Interaction } from './interaction.js';
import { OAuthServer } from './oauth-server.js';
import { codeBody, consentBody, emailBody } from './pages.js';

/** Our own pages, on which a user says who they are and what the client may do. They work without JavaScript. */
@Controller('oauth/interaction')
export class InteractionController {
  constructor(
    private readonly server: OAuthServer,
    private readonly requestAccess: RequestAccess,
    private readonly signIn: SignIn,
  ) {}

  @Get(':uid')
  async show(
    @Param('uid') uid: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.firstPage(await Interaction.of(this.server.provider, uid, request.raw, reply.raw), reply);
  }

  @Post(':uid')
  @Contract({ reads: 'form' })
  async press(
    @Param('uid') uid: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if ((header(request, 'sec-fetch-site') ?? 'same-origin') !== 'same-origin') {
      throw new AppError('FORBIDDEN', { message: 'This form was sent from another site.' });
    }
    const visit = await Interaction.of(this.server.provider, uid, request.raw, reply.raw);
    const { action = '' } = fields;
    if (action === 'cancel') return goTo(await visit.cancelled(), reply);
    if (visit.wantsSignIn) return this.identify(visit, fields, request, reply);
    if (action === 'allow') return goTo(await visit.allowed(), reply);
    return this.firstPage(visit, reply);
  }

  private firstPage(visit: Interaction, reply: FastifyReply): string {
    void reply.status(200);
    return visit.wantsSignIn
      ? page(reply, 'Sign in to Standing', emailBody(visit.client), [visit.formTarget])
      : page(reply, 'Allow this application?', consentBody(visit.client, visit.scopesWanted), [visit.formTarget]);
  }

  private async identify(
    visit: Interaction,
    { action = '', email = '', code = '', password = '' }: Record<string, string>,
    { ip }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const again = (body: string) => page(reply.status(400), 'Sign in to Standing', body, [visit.formTarget]);
    if (readEmail(email) === undefined) return again(emailBody(visit.client, 'That is no e-mail address.'));
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
      return page(reply.status(200), 'Enter your code', codeBody(asked.email), [visit.formTarget]);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'internal') throw error;
      return again(action === 'verify' ? codeBody(email, error.message) : emailBody(visit.client, error.message));
    }
  }
}

/** With GET, so that going back and reloading press nothing. */
function goTo(url: string, reply: FastifyReply): string {
  void reply.status(303).header('location', url).header('cache-control', 'no-store');
  return '';
}
