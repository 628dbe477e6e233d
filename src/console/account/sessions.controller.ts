import { Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { Transaction } from '../../core/ports.js';
import { Form, form } from '../form-answers.js';
import { ConsoleCookies } from '../session/cookies.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';

@AccountPages('console/account/sessions')
export class ConsoleSessionsController {
  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly signIns: SignIns,
    private readonly transaction: Transaction,
  ) {}

  @Form('end')
  endAll(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return form({
      run: async (_, { reply }) => {
        await this.transaction.interactive((tx) => this.signIns.endSessions(tx, accountId));
        this.cookies.clear(reply, 'session');
      },
      next: '/sign-in',
    });
  }

  @Form(':id/end')
  end(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    return form({
      once: true,
      run: async () => {
        if (!(await this.signIns.endSession(accountId, id))) throw new AppError('NOT_FOUND');
      },
      next: '/account',
    });
  }
}
