import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requireEmail } from '../../core/accounts/email-address.js';
import { AdjustCredits } from '../../core/admin/adjust-credits.js';
import { ChangeRateLimit } from '../../core/admin/change-rate-limit.js';
import { CreateAccount } from '../../core/admin/create-account.js';
import { AdminAccounts, MirrorEditions, type Admin } from '../../core/admin/ports.js';
import { SwitchAccount } from '../../core/admin/switch-account.js';
import { SwitchJurisdiction } from '../../core/admin/switch-jurisdiction.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import { cursorIn } from '../http/answers/paging.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { Operation } from '../openapi/operation.decorator.js';
import {
  AccountsQuery,
  AdjustCreditsBody,
  CreateAccountBody,
  RateLimitBody,
  ReasonBody,
  SwitchJurisdictionBody,
} from './admin.dto.js';
import { CurrentAdmin } from './admin-request.js';
import {
  adjustmentAnswer,
  createdAccountAnswer,
  keyLimitAnswer,
  mirrorsAnswer,
  switchAnswer,
  CreatedAccountShape,
  AdjustmentShape,
  KeyLimitShape,
  JurisdictionSwitchShape,
  MirrorsShape,
} from './admin.response.js';
import { adminAccountAnswer, adminAccountsAnswer, AdminAccountsShape, AdminAccountShape } from './accounts.response.js';

@ApiTags('Administration')
@Controller('v1/admin')
export class AdminAccountsController {
  constructor(
    private readonly accounts: AdminAccounts,
    private readonly mirrorEditions: MirrorEditions,
    private readonly createAccount: CreateAccount,
    private readonly switchAccount: SwitchAccount,
    private readonly adjustCredits: AdjustCredits,
    private readonly changeRateLimit: ChangeRateLimit,
    private readonly switchJurisdiction: SwitchJurisdiction,
  ) {}

  @Get('accounts')
  @AdminOnly()
  @Operation({
    id: 'adminFindAccounts',
    summary: 'Find accounts',
    description: 'By address (none or one), by how the address begins, or all of them, the newest first.',
    answers: { 200: AdminAccountsShape },
  })
  async find(@Query() { email, email_prefix, cursor, limit }: AccountsQuery) {
    const after = cursorIn('acc', cursor);
    if (email === undefined) {
      const emailPrefix = email_prefix?.toLowerCase();
      return adminAccountsAnswer(await this.accounts.list({ emailPrefix, after, limit }));
    }
    const account = await this.accounts.findByEmail(requireEmail(email));
    return adminAccountsAnswer({ accounts: account ? [account] : [], next: undefined });
  }

  @Post('accounts')
  @AdminOnly()
  @Operation({
    id: 'adminCreateAccount',
    summary: 'Create an account and its first key',
    description: 'Without e-mail: the address counts as proved. The key is shown here and never again.',
    answers: { 201: CreatedAccountShape },
    errors: ['EMAIL_ALREADY_EXISTS'],
  })
  async create(@Body() { email, name, credits, label }: CreateAccountBody, @CurrentAdmin() admin: Admin) {
    return createdAccountAnswer(await this.createAccount.run(admin, { email, name, credits, label }));
  }

  @Get('accounts/:id')
  @AdminOnly()
  @Operation({
    id: 'adminGetAccount',
    summary: 'Read an account',
    description: 'Deleted ones too.',
    answers: { 200: AdminAccountShape },
  })
  async read(@Param('id') given: string) {
    const id = parseId('acc', given);
    const account = id && (await this.accounts.find(id));
    if (!account) throw new AppError('NOT_FOUND', { message: 'No account has this id.' });
    return adminAccountAnswer(account);
  }

  @Post('accounts/:id/credits')
  @AdminOnly()
  @Operation({
    id: 'adminAdjustCredits',
    summary: 'Add or remove credits',
    description: 'Never below zero.',
    answers: { 200: AdjustmentShape },
  })
  async credits(@Param('id') id: string, @Body() { amount, reason }: AdjustCreditsBody, @CurrentAdmin() admin: Admin) {
    const entry = await this.adjustCredits.run(admin, parseId('acc', id), { amount, reason });
    return adjustmentAnswer({ accountId: id, amount, entry });
  }

  @Post('accounts/:id/disable')
  @AdminOnly()
  @Operation({
    id: 'adminDisableAccount',
    summary: 'Disable an account',
    description: 'Its keys and tokens answer 403 ACCOUNT_DISABLED from then on.',
    answers: { 200: AdminAccountShape },
  })
  disable(@Param('id') id: string, @Body() { reason }: ReasonBody, @CurrentAdmin() admin: Admin) {
    return this.switch(id, { disabled: true, reason }, admin);
  }

  @Post('accounts/:id/enable')
  @AdminOnly()
  @Operation({
    id: 'adminEnableAccount',
    summary: 'Enable an account again',
    description: 'Its keys work as before.',
    answers: { 200: AdminAccountShape },
  })
  enable(@Param('id') id: string, @Body() { reason }: ReasonBody, @CurrentAdmin() admin: Admin) {
    return this.switch(id, { disabled: false, reason }, admin);
  }

  @Patch('keys/:keyId')
  @AdminOnly()
  @Operation({
    id: 'adminChangeRateLimit',
    summary: 'Set the rate limit of a key',
    description: 'Takes effect at once.',
    answers: { 200: KeyLimitShape },
  })
  async rateLimit(@Param('keyId') keyId: string, @Body() body: RateLimitBody, @CurrentAdmin() admin: Admin) {
    const { rate_limit: perMinute, reason } = body;
    const id = await this.changeRateLimit.run(admin, parseId('key', keyId), { perMinute, reason });
    return keyLimitAnswer(id, perMinute);
  }

  @Patch('jurisdictions/:code')
  @AdminOnly()
  @Operation({
    id: 'adminSwitchJurisdiction',
    summary: 'Switch a jurisdiction off or on',
    description: 'Without a restart.',
    answers: { 200: JurisdictionSwitchShape },
  })
  async jurisdiction(
    @Param('code') code: string,
    @Body() { active, reason }: SwitchJurisdictionBody,
    @CurrentAdmin() admin: Admin,
  ) {
    return switchAnswer(await this.switchJurisdiction.run(admin, code, { on: active, reason }));
  }

  @Get('mirrors')
  @AdminOnly()
  @Operation({
    id: 'adminListMirrors',
    summary: 'List the editions of mirrored registers',
    description: 'As `npx --no standing registry status` does.',
    answers: { 200: MirrorsShape },
  })
  async mirrors() {
    return mirrorsAnswer(await this.mirrorEditions.current());
  }

  private async switch(id: string, asked: { disabled: boolean; reason: string }, admin: Admin) {
    return adminAccountAnswer(await this.switchAccount.run(admin, parseId('acc', id), asked));
  }
}
