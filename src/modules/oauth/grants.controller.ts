import { Body, Controller, Delete, Get, HttpCode, Param, Patch } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { UpdateGrant } from '../../core/accounts/update-grant.js';
import { SignIns } from '../../core/accounts/ports.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { requireSomething } from '../http/input/require-something.js';
import { UpdateGrantBody } from './grants.dto.js';
import { grantAnswer, grantsAnswer, LIST_GRANTS, REVOKE_GRANT, UPDATE_GRANT } from './grants.response.js';

@Controller('v1/account/grants')
export class GrantsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly updateGrant: UpdateGrant,
  ) {}

  @Get()
  @Contract({ scope: 'account:read', doc: LIST_GRANTS })
  async list(@CurrentCaller() { accountId }: Caller) {
    return grantsAnswer(await this.signIns.grants(accountId));
  }

  @Patch(':grantId')
  @Contract({ scope: 'account:write', body: UpdateGrantBody, doc: UPDATE_GRANT })
  async update(
    @CurrentCaller() { accountId }: Caller,
    @Param('grantId') grantId: string,
    @Body() body: UpdateGrantBody,
  ) {
    requireSomething(body, ['budget']);
    return grantAnswer(await this.updateGrant.run(accountId, grantId, body.budget ?? undefined));
  }

  @Delete(':grantId')
  @HttpCode(204)
  @Contract({ scope: 'account:write', doc: REVOKE_GRANT })
  async revoke(@CurrentCaller() { accountId }: Caller, @Param('grantId') grantId: string) {
    if (!(await this.signIns.revokeGrant(accountId, grantId))) {
      throw new AppError('NOT_FOUND', { message: 'No grant of this account has this id.' });
    }
  }
}
