import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { Transaction } from '../../core/ports.js';
import { CurrentCaller } from '../http/request.js';
import { RequireScope } from '../auth/access.decorators.js';
import { Operation, DONE } from '../openapi/operation.decorator.js';
import { sessionsAnswer, SessionsShape } from './sessions.response.js';

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
  @Operation({
    id: 'listSessions',
    summary: 'List the browsers that are signed in',
    description: 'Browsers in which the owner signed in to authorize an application, newest first. Scope account:read.',
    answers: { 200: SessionsShape },
  })
  async list(@CurrentCaller() { accountId }: Caller) {
    return sessionsAnswer(await this.signIns.sessions(accountId));
  }

  @Delete()
  @RequireScope('account:write')
  @Operation({
    id: 'endSessions',
    summary: 'Sign out everywhere',
    description: 'Ends every session of the account. So do a new password and a new address. Scope account:write.',
    answers: { 204: DONE },
  })
  async endAll(@CurrentCaller() { accountId }: Caller) {
    await this.transaction.interactive((tx) => this.signIns.endSessions(tx, accountId));
  }

  @Delete(':sessionId')
  @RequireScope('account:write')
  @Operation({
    id: 'endSession',
    summary: 'Sign a browser out',
    description: 'Applications keep their access; see DELETE /v1/account/grants/{grantId}. Scope account:write.',
    answers: { 204: DONE },
  })
  async end(@CurrentCaller() { accountId }: Caller, @Param('sessionId') sessionId: string) {
    if (await this.signIns.endSession(accountId, sessionId)) return;
    throw new AppError('NOT_FOUND', { message: 'No session of this account has this id.' });
  }
}
