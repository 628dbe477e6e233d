import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { UpdateGrant } from '../../core/accounts/update-grant.js';
import { SignIns } from '../../core/accounts/ports.js';
import { CurrentCaller } from '../http/request.js';
import { requireSomething } from '../http/input/invalid-input.js';
import { RequireScope } from '../auth/access.decorators.js';
import { Operation, DONE } from '../openapi/operation.decorator.js';
import { UpdateGrantBody } from './grants.dto.js';
import { grantAnswer, grantsAnswer, GrantsShape, GrantShape } from './grants.response.js';

@ApiTags('Account')
@Controller('v1/account/grants')
export class GrantsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly updateGrant: UpdateGrant,
  ) {}

  @Get()
  @RequireScope('account:read')
  @Operation({
    id: 'listGrants',
    summary: 'List the clients that may act for the account',
    description: 'Clients with a valid grant, newest first. Scope account:read.',
    answers: { 200: GrantsShape },
  })
  async list(@CurrentCaller() { accountId }: Caller) {
    return grantsAnswer(await this.signIns.grants(accountId));
  }

  @Patch(':grantId')
  @RequireScope('account:write')
  @Operation({
    id: 'updateGrant',
    summary: 'Change the budget of a grant',
    description:
      'Sets the maximum that the application, including every key it made, may spend in a period; null removes the limit. Takes effect at once. Scope account:write.',
    answers: { 200: GrantShape },
  })
  async update(
    @CurrentCaller() { accountId }: Caller,
    @Param('grantId') grantId: string,
    @Body() body: UpdateGrantBody,
  ) {
    requireSomething(body, ['budget', 'confirm_above']);
    const { budget, confirm_above: confirmAbove } = body;
    return grantAnswer(await this.updateGrant.run(accountId, grantId, { budget, confirmAbove }));
  }

  @Delete(':grantId')
  @RequireScope('account:write')
  @Operation({
    id: 'revokeGrant',
    summary: 'Revoke a grant',
    description: 'Its access and refresh tokens stop working at once. Scope account:write.',
    answers: { 204: DONE },
  })
  async revoke(@CurrentCaller() { accountId }: Caller, @Param('grantId') grantId: string) {
    if (!(await this.signIns.revokeGrant(accountId, grantId))) {
      throw new AppError('NOT_FOUND', { message: 'No grant of this account has this id.' });
    }
  }
}
