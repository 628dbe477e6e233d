import { Body, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { Transaction } from '../../core/ports.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { ConsolePages } from '../console-pages.js';
import { ConsoleCookies } from '../session/cookies.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';

@AccountPages('console/account/sessions')
export class ConsoleSessionsController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly cookies: ConsoleCookies,
    private readonly signIns: SignIns,
    private readonly transaction: Transaction,
  ) {}

  @Post('end')
  @Reads('form')
  async endAll(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.transaction.interactive((tx) => this.signIns.endSessions(tx, accountId));
    this.cookies.clear(reply, 'session');
    return this.pages.goTo(reply, '/sign-in');
  }

  @Post(':id/end')
  @Reads('form')
  async end(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.pages.once(request, fields, async () => {
      if (!(await this.signIns.endSession(accountId, id))) throw new AppError('NOT_FOUND');
    });
    return this.pages.goTo(reply, '/account');
  }
}
