import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { ApiKeys } from '../../core/accounts/ports.js';
import { CreateKey } from '../../core/accounts/keys/create-key.js';
import { UpdateKey } from '../../core/accounts/keys/update-key.js';
import { RevokeKey } from '../../core/accounts/keys/revoke-key.js';
import { parseId } from '../../core/ids.js';
import { WebhookSecrets } from '../../core/webhooks/ports.js';
import { CursorQuery, cursorIn } from '../http/answers/paging.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { issuedKeyAnswer } from '../auth/access.response.js';
import { CreateKeyBody, UpdateKeyBody } from './accounts.dto.js';
import { requireSomething } from '../http/input/require-something.js';
import {
  keyAnswer,
  keysAnswer,
  secretAnswer,
  CREATE_KEY,
  GET_WEBHOOK_SECRET,
  LIST_KEYS,
  REVOKE_KEY,
  ROTATE_WEBHOOK_SECRET,
  UPDATE_KEY,
} from './keys.response.js';

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
  @Contract({ scope: 'account:read', query: CursorQuery, doc: LIST_KEYS })
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, limit }: CursorQuery) {
    return keysAnswer(await this.keys.list(accountId, { after: cursorIn('key', cursor), limit }));
  }

  @Post('keys')
  @Contract({ scope: 'account:write', body: CreateKeyBody, doc: CREATE_KEY })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateKeyBody) {
    const { label, budget, jurisdictions, tiers } = body;
    return issuedKeyAnswer(await this.createKey.run(caller, { label, budget, jurisdictions, tiers }));
  }

  @Patch('keys/:keyId')
  @Contract({ scope: 'account:write', body: UpdateKeyBody, doc: UPDATE_KEY })
  async update(@CurrentCaller() { accountId }: Caller, @Param('keyId') keyId: string, @Body() body: UpdateKeyBody) {
    requireSomething(body, ['label', 'budget', 'jurisdictions', 'tiers']);
    return keyAnswer(await this.updateKey.run(accountId, parseId('key', keyId), body));
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
