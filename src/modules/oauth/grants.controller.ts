import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { Grants, type Grant } from '../../core/oauth/ports.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { LIST_GRANTS, REVOKE_GRANT } from './grants.response.js';

@Controller('v1/account/grants')
export class GrantsController {
  constructor(private readonly grants: Grants) {}

  @Get()
  @Contract({ scope: 'account:read', doc: LIST_GRANTS })
  async list(@CurrentCaller() { accountId }: Caller) {
    return { grants: (await this.grants.of(accountId)).map(grantAnswer) };
  }

  @Delete(':grantId')
  @HttpCode(204)
  @Contract({ scope: 'account:write', doc: REVOKE_GRANT })
  async revoke(@CurrentCaller() { accountId }: Caller, @Param('grantId') grantId: string) {
    if (!(await this.grants.revoke(accountId, grantId))) {
      throw new AppError('NOT_FOUND', { message: 'No grant of this account has this id.' });
    }
  }
}

function grantAnswer({ id, clientId, clientName, scopes, grantedAt, expiresAt }: Grant) {
  return {
    grant_id: id,
    client_id: clientId,
    ...(clientName === undefined ? {} : { client_name: clientName }),
    scopes,
    granted_at: grantedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
