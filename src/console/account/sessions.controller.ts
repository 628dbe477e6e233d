import { Body, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { Transaction } from '../../core/ports.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { goTo, once, type Fields } from '../page-answers.js';
import { ConsoleCookies } from '../session/cookies.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';

@AccountPages('console/account/sessions')
export class ConsoleSessionsController {
  constructor(
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
    return goTo('/sign-in');
  }

  @Post(':id/end')
  @Reads('form')
  end(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string, @Body() fields: Fields = {}) {
    const end = async () => {
      if (!(await this.signIns.endSession(accountId, id))) throw new AppError('NOT_FOUND');
    };
    return once(fields, end, () => goTo('/account'));
  }
}
