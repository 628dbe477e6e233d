import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, Req, StreamableFile } from '@nestjs/common';
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
import { ChangePasswordBody, ConfirmEmailBody, UpdateAccountBody, UsageQuery } from './accounts.dto.js';
import { accountAnswer, exportHeadAnswer, usageAnswer } from './accounts.response.js';
import { usageCsv } from './usage-csv.js';
import { exportDocument, exportSections } from './data-export.js';
import {
  ApiGetAccount,
  ApiUpdateAccount,
  ApiConfirmEmail,
  ApiChangePassword,
  ApiCloseAccount,
  ApiGetUsage,
  ApiExportData,
} from './accounts.openapi.js';

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
  @ApiGetAccount()
  async read(@CurrentCaller() { accountId }: Caller) {
    return accountAnswer(await this.readAccount.run(accountId));
  }

  @Patch()
  @RequireScope('account:write')
  @ApiUpdateAccount()
  async update(@CurrentCaller() caller: Caller, @Body() body: UpdateAccountBody, @Req() { ip }: FastifyRequest) {
    requireSomething(body, ['name', 'email']);
    const { name, email } = body;
    await this.updateAccount.run(caller, { name, email, ip });
    return accountAnswer(await this.readAccount.run(caller.accountId));
  }

  @Post('confirm-email')
  @HttpCode(200)
  @RequireScope('account:write')
  @ApiConfirmEmail()
  async confirm(
    @CurrentCaller() { accountId }: Caller,
    @Body() { code, current_address_code: currentAddressCode }: ConfirmEmailBody,
    @Req() { ip }: FastifyRequest,
  ) {
    await this.confirmEmail.run(accountId, { code, currentAddressCode, ip });
    return accountAnswer(await this.readAccount.run(accountId));
  }

  @Put('password')
  @HttpCode(204)
  @RequireScope('account:write')
  @ApiChangePassword()
  async password(@CurrentCaller() caller: Caller, @Body() body: ChangePasswordBody, @Req() { ip }: FastifyRequest) {
    const { current_password: currentPassword, new_password: newPassword } = body;
    await this.changePassword.run(caller, { currentPassword, newPassword, ip });
  }

  @Delete()
  @HttpCode(204)
  @RequireScope('account:write')
  @ApiCloseAccount()
  async close(@CurrentCaller() { accountId }: Caller) {
    await this.closeAccount.run(accountId);
  }

  @Get('usage')
  @RequireScope('account:read')
  @ApiGetUsage()
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
  @ApiExportData()
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
