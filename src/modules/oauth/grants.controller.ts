import { Body, Controller, Delete, Get, HttpCode, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { UpdateGrant } from '../../core/accounts/update-grant.js';
import { SignIns } from '../../core/accounts/ports.js';
import { CurrentCaller } from '../http/request.js';
import { requireSomething } from '../http/input/invalid-input.js';
import { RequireScope } from '../auth/access.decorators.js';
import { UpdateGrantBody } from './grants.dto.js';
import { grantAnswer, grantsAnswer } from './grants.response.js';
import { ApiListGrants, ApiUpdateGrant, ApiRevokeGrant } from './grants.openapi.js';

@ApiTags('Account')
@Controller('v1/account/grants')
export class GrantsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly updateGrant: UpdateGrant,
  ) {}

  @Get()
  @RequireScope('account:read')
  @ApiListGrants()
  async list(@CurrentCaller() { accountId }: Caller) {
    return grantsAnswer(await this.signIns.grants(accountId));
  }

  @Patch(':grantId')
  @RequireScope('account:write')
  @ApiUpdateGrant()
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
  @HttpCode(204)
  @RequireScope('account:write')
  @ApiRevokeGrant()
  async revoke(@CurrentCaller() { accountId }: Caller, @Param('grantId') grantId: string) {
    if (!(await this.signIns.revokeGrant(accountId, grantId))) {
      throw new AppError('NOT_FOUND', { message: 'No grant of this account has this id.' });
    }
  }
}
