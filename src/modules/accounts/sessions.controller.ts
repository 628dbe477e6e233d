import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { Transaction } from '../../core/ports.js';
import { CurrentCaller } from '../http/request.js';
import { RequireScope } from '../auth/access.decorators.js';
import { sessionsAnswer } from './sessions.response.js';
import { ApiListSessions, ApiEndSessions, ApiEndSession } from './sessions.openapi.js';

/** Browser sessions in which the account's owner authorises applications. */
@ApiTags('Account')
@Controller('v1/account/sessions')
export class SessionsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly transaction: Transaction,
  ) {}

  @Get()
  @RequireScope('account:read')
  @ApiListSessions()
  async list(@CurrentCaller() { accountId }: Caller) {
    return sessionsAnswer(await this.signIns.sessions(accountId));
  }

  @Delete()
  @HttpCode(204)
  @RequireScope('account:write')
  @ApiEndSessions()
  async endAll(@CurrentCaller() { accountId }: Caller) {
    await this.transaction.interactive((tx) => this.signIns.endSessions(tx, accountId));
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @RequireScope('account:write')
  @ApiEndSession()
  async end(@CurrentCaller() { accountId }: Caller, @Param('sessionId') sessionId: string) {
    if (await this.signIns.endSession(accountId, sessionId)) return;
    throw new AppError('NOT_FOUND', { message: 'No session of this account has this id.' });
  }
}
