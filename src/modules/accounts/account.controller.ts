import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { ChangePassword } from '../../core/accounts/access/change-password.js';
import { CloseAccount } from '../../core/accounts/close-account.js';
import { ConfirmEmail } from '../../core/accounts/access/confirm-email.js';
import { Accounts } from '../../core/accounts/ports.js';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { UpdateAccount } from '../../core/accounts/update-account.js';
import { ReadUsage } from '../../core/accounts/read-usage.js';
import { requireSomething } from '../http/input/require-something.js';
import { Contract } from '../http/contract.js';
import { JSON_TYPE } from '../http/answers/default-headers.js';
import { CurrentCaller } from '../http/request.js';
import { ChangePasswordBody, ConfirmEmailBody, UpdateAccountBody, UsageQuery } from './accounts.dto.js';
import {
  accountAnswer,
  exportHeadAnswer,
  usageAnswer,
  CHANGE_PASSWORD,
  CLOSE_ACCOUNT,
  CONFIRM_EMAIL,
  EXPORT_DATA,
  GET_ACCOUNT,
  GET_USAGE,
  UPDATE_ACCOUNT,
} from './accounts.response.js';
import { usageCsv } from './usage-csv.js';
import { exportDocument } from './data-export.js';

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
  @Contract({ scope: 'account:read', doc: GET_ACCOUNT })
  async read(@CurrentCaller() { accountId }: Caller) {
    return accountAnswer(await this.readAccount.run(accountId));
  }

  @Patch()
  @Contract({ scope: 'account:write', body: UpdateAccountBody, doc: UPDATE_ACCOUNT })
  async update(@CurrentCaller() caller: Caller, @Body() body: UpdateAccountBody, @Req() { ip }: FastifyRequest) {
    requireSomething(body, ['name', 'email']);
    const { name, email } = body;
    await this.updateAccount.run(caller, { name, email, ip });
    return accountAnswer(await this.readAccount.run(caller.accountId));
  }

  @Post('confirm-email')
  @HttpCode(200)
  @Contract({ scope: 'account:write', body: ConfirmEmailBody, doc: CONFIRM_EMAIL })
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
  @Contract({ scope: 'account:write', body: ChangePasswordBody, doc: CHANGE_PASSWORD })
  async password(@CurrentCaller() caller: Caller, @Body() body: ChangePasswordBody) {
    const { current_password: currentPassword, new_password: newPassword } = body;
    await this.changePassword.run(caller, { currentPassword, newPassword });
  }

  @Delete()
  @HttpCode(204)
  @Contract({ scope: 'account:write', doc: CLOSE_ACCOUNT })
  async close(@CurrentCaller() { accountId }: Caller) {
    await this.closeAccount.run(accountId);
  }

  @Get('usage')
  @Contract({ scope: 'account:read', query: UsageQuery, doc: GET_USAGE })
  async usage(@CurrentCaller() { accountId }: Caller, @Query() { format, from, to }: UsageQuery) {
    const usage = await this.readUsage.run(accountId, { from, to });
    if (format === 'json') return usageAnswer(usage);
    return new StreamableFile(Readable.from(usageCsv(usage)), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: 'attachment; filename="standing-usage.csv"',
    });
  }

  @Get('data-export')
  @Contract({ scope: 'account:read', doc: EXPORT_DATA })
  async export(@CurrentCaller() { accountId }: Caller) {
    const head = exportHeadAnswer(await this.readAccount.run(accountId), new Date());
    const document = Readable.from(exportDocument(head, this.accounts.export(accountId)));
    return new StreamableFile(document, {
      type: JSON_TYPE,
      disposition: `attachment; filename="standing-${accountId}.json"`,
    });
  }
}
