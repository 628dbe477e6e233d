import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Patch, Post, Put, Query, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { requireUnlimited } from '../../core/accounts/caller-limits.js';
import { ChangePassword } from '../../core/accounts/access/change-password.js';
import { CloseAccount } from '../../core/accounts/close-account.js';
import { ConfirmEmail } from '../../core/accounts/access/confirm-email.js';
import { Accounts } from '../../core/accounts/ports.js';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { UpdateAccount } from '../../core/accounts/update-account.js';
import { ReadUsage } from '../../core/accounts/read-usage.js';
import { requireSomething } from '../http/input/invalid-input.js';
import { JSON_TYPE } from '../http/answers/answer-headers.js';
import { CurrentCaller } from '../http/request.js';
import { RequireScope } from '../auth/access.decorators.js';
import { Operation, DONE, jsonOrCsv } from '../openapi/operation.decorator.js';
import { ChangePasswordBody, ConfirmEmailBody, UpdateAccountBody, UsageQuery } from './accounts.dto.js';
import {
  accountAnswer,
  exportHeadAnswer,
  usageAnswer,
  AccountShape,
  UsageShape,
  DataExportShape,
} from './accounts.response.js';
import { usageCsv, USAGE_COLUMNS } from './usage-csv.js';
import { exportDocument, exportSections } from './data-export.js';

@ApiTags('Account')
@Controller('v1/account')
export class AccountController {
  constructor(
    private readonly readAccount: ReadAccount,
    private readonly updateAccount: UpdateAccount,
    private readonly confirmEmail: ConfirmEmail,
    private readonly changePassword: ChangePassword,
    private readonly closeAccount: CloseAccount,
    private readonly readUsage: ReadUsage,
    private readonly accounts: Accounts,
  ) {}

  @Get()
  @RequireScope('account:read')
  @Operation({
    id: 'getAccount',
    summary: 'Read the account',
    description: 'Address, balance and keys. Scope account:read.',
    answers: { 200: AccountShape },
  })
  async read(@CurrentCaller() { accountId }: Caller) {
    return accountAnswer(await this.readAccount.run(accountId));
  }

  @Patch()
  @RequireScope('account:write')
  @Operation({
    id: 'updateAccount',
    summary: 'Change the name or the address',
    description:
      'A new address receives a code; until that code is sent to POST /v1/account/confirm-email, paid routes return 403 EMAIL_NOT_VERIFIED. Scope account:write.',
    answers: { 200: AccountShape },
    errors: ['EMAIL_ALREADY_EXISTS'],
  })
  async update(@CurrentCaller() caller: Caller, @Body() body: UpdateAccountBody, @Req() { ip }: FastifyRequest) {
    requireSomething(body, ['name', 'email']);
    const { name, email } = body;
    await this.updateAccount.run(caller, { name, email, ip });
    return accountAnswer(await this.readAccount.run(caller.accountId));
  }

  @Post('confirm-email')
  @RequireScope('account:write')
  @Operation({
    id: 'confirmEmail',
    summary: 'Confirm a new address',
    description:
      'Takes the code that was sent to the new address. It needs the credentials of the same account. Scope account:write.',
    answers: { 200: AccountShape },
    errors: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'],
  })
  async confirm(
    @CurrentCaller() { accountId }: Caller,
    @Body() { code, current_address_code: currentAddressCode }: ConfirmEmailBody,
    @Req() { ip }: FastifyRequest,
  ) {
    await this.confirmEmail.run(accountId, { code, currentAddressCode, ip });
    return accountAnswer(await this.readAccount.run(accountId));
  }

  @Put('password')
  @RequireScope('account:write')
  @Operation({
    id: 'changePassword',
    summary: 'Set the password',
    description: 'For the sign-in pages only, as an alternative to the code. Scope account:write.',
    answers: { 204: DONE },
    errors: ['INVALID_CREDENTIALS'],
  })
  async password(@CurrentCaller() caller: Caller, @Body() body: ChangePasswordBody, @Req() { ip }: FastifyRequest) {
    const { current_password: currentPassword, new_password: newPassword } = body;
    await this.changePassword.run(caller, { currentPassword, newPassword, ip });
  }

  @Delete()
  @RequireScope('account:write')
  @Operation({
    id: 'deleteAccount',
    summary: 'Delete the account',
    description: 'Immediate and final: revokes every key and token, and erases address and name. Scope account:write.',
    answers: { 204: DONE },
  })
  async close(@CurrentCaller() { accountId }: Caller) {
    await this.closeAccount.run(accountId);
  }

  @Get('usage')
  @RequireScope('account:read')
  @Operation({
    id: 'getUsage',
    summary: 'Read the usage',
    description: 'By operation, day, key and application; format=csv returns rows. Scope account:read.',
    answers: { 200: jsonOrCsv(UsageShape, USAGE_COLUMNS) },
  })
  async usage(@CurrentCaller() { accountId }: Caller, @Query() { format, from, to }: UsageQuery) {
    const usage = await this.readUsage.run(accountId, { from, to });
    if (format === 'json') return usageAnswer(usage);
    return new StreamableFile(Readable.from(usageCsv(usage)), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: 'attachment; filename="standing-usage.csv"',
    });
  }

  @Get('data-export')
  @RequireScope('account:read')
  @Operation({
    id: 'exportData',
    summary: 'Download everything stored about the account',
    description:
      'One JSON document, streamed as an attachment. Scope account:read; payments with the scope billing only. A key with limits gets none.',
    answers: { 200: DataExportShape },
    errors: ['FORBIDDEN'],
  })
  async export(@CurrentCaller() caller: Caller) {
    requireUnlimited(caller.limits);
    const { accountId } = caller;
    const head = exportHeadAnswer(await this.readAccount.run(accountId), new Date());
    const document = Readable.from(
      exportDocument(head, exportSections(this.accounts.export(accountId), caller.scopes)),
    );
    return new StreamableFile(document, {
      type: JSON_TYPE,
      disposition: `attachment; filename="standing-${accountId}.json"`,
    });
  }
}
