import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { SignIns } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { Transaction } from '../../core/ports.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { END_SESSION, END_SESSIONS, LIST_SESSIONS, sessionsAnswer } from './sessions.response.js';

/** The browsers in which the account's owner has signed in to allow applications. */
@Controller('v1/account/sessions')
export class SessionsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly transaction: Transaction,
  ) {}

  @Get()
  @Contract({ scope: 'account:read', doc: LIST_SESSIONS })
  async list(@CurrentCaller() { accountId }: Caller) {
    return sessionsAnswer(await this.signIns.sessions(accountId));
  }

  @Delete()
  @HttpCode(204)
  @Contract({ scope: 'account:write', doc: END_SESSIONS })
  async endAll(@CurrentCaller() { accountId }: Caller) {
    await this.transaction.interactive((tx) => this.signIns.endSessions(tx, accountId));
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @Contract({ scope: 'account:write', doc: END_SESSION })
  async end(@CurrentCaller() { accountId }: Caller, @Param('sessionId') sessionId: string) {
    if (await this.signIns.endSession(accountId, sessionId)) return;
    throw new AppError('NOT_FOUND', { message: 'No session of this account has this id.' });
  }
}
