import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { ApiKeys } from '../../core/accounts/ports.js';
import { CreateKey } from '../../core/accounts/keys/create-key.js';
import { UpdateKey } from '../../core/accounts/keys/update-key.js';
import { RevokeKey } from '../../core/accounts/keys/revoke-key.js';
import { parseId } from '../../core/ids.js';
import { WebhookSecrets } from '../../core/webhooks/ports.js';
import { REVOKED_KEYS_LISTED_DAYS } from '../../core/limits.js';
import { CursorQuery, cursorIn } from '../http/answers/paging.js';
import { CurrentCaller } from '../http/request.js';
import { issuedKeyAnswer, IssuedKeyShape } from '../auth/access.response.js';
import { requireSomething } from '../http/input/invalid-input.js';
import { RequireScope } from '../auth/access.decorators.js';
import { Operation, DONE } from '../openapi/operation.decorator.js';
import { CreateKeyBody, UpdateKeyBody, keyChange, keyWish } from './accounts.dto.js';
import { keyAnswer, keysAnswer, secretAnswer, KeysShape, KeyShape, SecretShape } from './keys.response.js';

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
  @Operation({
    id: 'listKeys',
    summary: 'List the keys',
    description: `A page of keys, oldest first, without their secrets. last_used_at shows which ones are still in use. Revoked keys are listed for ${REVOKED_KEYS_LISTED_DAYS} days. Scope account:read.`,
    answers: { 200: KeysShape },
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, limit }: CursorQuery) {
    return keysAnswer(await this.keys.list(accountId, { after: cursorIn('key', cursor), limit }));
  }

  @Post('keys')
  @RequireScope('account:write')
  @Operation({
    id: 'createKey',
    summary: 'Create another key',
    description:
      'The key is shown once. With a budget you can give it away: its charges cannot exceed the budget, and a key with limits cannot change the account. Scope account:write.',
    answers: { 201: IssuedKeyShape },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateKeyBody) {
    return issuedKeyAnswer(await this.createKey.run(caller, keyWish(body)));
  }

  @Patch('keys/:keyId')
  @RequireScope('account:write')
  @Operation({
    id: 'updateKey',
    summary: 'Change the label or the limits of a key',
    description:
      'Absent fields stay unchanged; null removes a limit. Spending in the current period still counts. Takes effect at once. Scope account:write.',
    answers: { 200: KeyShape },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
  async update(@CurrentCaller() { accountId }: Caller, @Param('keyId') keyId: string, @Body() body: UpdateKeyBody) {
    requireSomething(body, ['label', 'budget', 'confirm_above', 'jurisdictions', 'tiers']);
    return keyAnswer(await this.updateKey.run(accountId, parseId('key', keyId), keyChange(body)));
  }

  @Delete('keys/:keyId')
  @RequireScope('account:write')
  @Operation({
    id: 'revokeKey',
    summary: 'Revoke a key',
    description: 'The key returns 401 API_KEY_REVOKED from then on. Scope account:write.',
    answers: { 204: DONE },
  })
  async revoke(@CurrentCaller() { accountId }: Caller, @Param('keyId') keyId: string) {
    await this.revokeKey.run(accountId, parseId('key', keyId));
  }

  @Get('webhook-secret')
  @RequireScope('account:write')
  @Operation({
    id: 'getWebhookSecret',
    summary: 'Read the signing secret of webhooks',
    description: 'Scope account:write.',
    answers: { 200: SecretShape },
  })
  async secret(@CurrentCaller() { accountId }: Caller) {
    return secretAnswer(await this.secrets.of(accountId));
  }

  @Post('webhook-secret/rotate')
  @RequireScope('account:write')
  @Operation({
    id: 'rotateWebhookSecret',
    summary: 'Replace the signing secret of webhooks',
    description: 'For 24 hours deliveries are also signed with the previous secret. Scope account:write.',
    answers: { 200: SecretShape },
  })
  async rotate(@CurrentCaller() { accountId }: Caller) {
    return secretAnswer(await this.secrets.rotate(accountId));
  }
}
