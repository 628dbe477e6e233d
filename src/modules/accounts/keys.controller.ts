import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { CreateKey } from '../../core/accounts/create-key.js';
import { RevokeKey } from '../../core/accounts/revoke-key.js';
import { parseId } from '../../core/ids.js';
import { WebhookSecrets } from '../../core/webhooks/ports.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { CreateKeyBody } from './accounts.dto.js';
import {
  issuedKeyAnswer,
  secretAnswer,
  CREATE_KEY,
  GET_WEBHOOK_SECRET,
  REVOKE_KEY,
  ROTATE_WEBHOOK_SECRET,
} from './accounts.response.js';

@Controller('v1/account')
export class KeysController {
  constructor(
    private readonly createKey: CreateKey,
    private readonly revokeKey: RevokeKey,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Post('keys')
  @Contract({ scope: 'account:write', body: CreateKeyBody, doc: CREATE_KEY })
  async create(@CurrentCaller() caller: Caller, @Body() { label }: CreateKeyBody) {
    return issuedKeyAnswer(await this.createKey.run(caller, label));
  }

  @Delete('keys/:keyId')
  @HttpCode(204)
  @Contract({ scope: 'account:write', doc: REVOKE_KEY })
  async revoke(@CurrentCaller() { accountId }: Caller, @Param('keyId') keyId: string) {
    await this.revokeKey.run(accountId, parseId('key', keyId));
  }

  @Get('webhook-secret')
  @Contract({ scope: 'account:write', doc: GET_WEBHOOK_SECRET })
  async secret(@CurrentCaller() { accountId }: Caller) {
    return secretAnswer(await this.secrets.of(accountId));
  }

  @Post('webhook-secret/rotate')
  @HttpCode(200)
  @Contract({ scope: 'account:write', doc: ROTATE_WEBHOOK_SECRET })
  async rotate(@CurrentCaller() { accountId }: Caller) {
    return secretAnswer(await this.secrets.rotate(accountId));
  }
}
