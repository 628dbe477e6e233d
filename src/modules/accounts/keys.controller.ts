import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { ApiKeys } from '../../core/accounts/ports.js';
import { CreateKey } from '../../core/accounts/keys/create-key.js';
import { UpdateKey } from '../../core/accounts/keys/update-key.js';
import { RevokeKey } from '../../core/accounts/keys/revoke-key.js';
import { parseId } from '../../core/ids.js';
import { WebhookSecrets } from '../../core/webhooks/ports.js';
import { CursorQuery, cursorIn } from '../http/answers/paging.js';
import { CurrentCaller } from '../http/request.js';
import { issuedKeyAnswer } from '../auth/access.response.js';
import { requireSomething } from '../http/input/invalid-input.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CreateKeyBody, UpdateKeyBody, keyChange, keyWish } from './accounts.dto.js';
import { keyAnswer, keysAnswer, secretAnswer } from './keys.response.js';
import {
  ApiListKeys,
  ApiCreateKey,
  ApiUpdateKey,
  ApiRevokeKey,
  ApiGetWebhookSecret,
  ApiRotateWebhookSecret,
} from './keys.openapi.js';

@ApiTags('Account')
@Controller('v1/account')
export class KeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly createKey: CreateKey,
    private readonly updateKey: UpdateKey,
    private readonly revokeKey: RevokeKey,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Get('keys')
  @RequireScope('account:read')
  @ApiListKeys()
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, limit }: CursorQuery) {
    return keysAnswer(await this.keys.list(accountId, { after: cursorIn('key', cursor), limit }));
  }

  @Post('keys')
  @RequireScope('account:write')
  @ApiCreateKey()
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateKeyBody) {
    return issuedKeyAnswer(await this.createKey.run(caller, keyWish(body)));
  }

  @Patch('keys/:keyId')
  @RequireScope('account:write')
  @ApiUpdateKey()
  async update(@CurrentCaller() { accountId }: Caller, @Param('keyId') keyId: string, @Body() body: UpdateKeyBody) {
    requireSomething(body, ['label', 'budget', 'confirm_above', 'jurisdictions', 'tiers']);
    return keyAnswer(await this.updateKey.run(accountId, parseId('key', keyId), keyChange(body)));
  }

  @Delete('keys/:keyId')
  @HttpCode(204)
  @RequireScope('account:write')
  @ApiRevokeKey()
  async revoke(@CurrentCaller() { accountId }: Caller, @Param('keyId') keyId: string) {
    await this.revokeKey.run(accountId, parseId('key', keyId));
  }

  @Get('webhook-secret')
  @RequireScope('account:write')
  @ApiGetWebhookSecret()
  async secret(@CurrentCaller() { accountId }: Caller) {
    return secretAnswer(await this.secrets.of(accountId));
  }

  @Post('webhook-secret/rotate')
  @HttpCode(200)
  @RequireScope('account:write')
  @ApiRotateWebhookSecret()
  async rotate(@CurrentCaller() { accountId }: Caller) {
    return secretAnswer(await this.secrets.rotate(accountId));
  }
}
