import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { ChooseMails } from '../../core/watches/mails/choose-mails.js';
import { ChangeMails } from '../../core/watches/mails/ports.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { ChangeMailsBody } from './change-mails.dto.js';
import { ApiGetChangeMails, ApiSetChangeMails } from './change-mails.openapi.js';
import { changeMailsAnswer } from './change-mails.response.js';
import { Body } from '../http/input/taken.decorators.js';

@ApiTags('Account')
@Controller('v1/account/change-mails')
export class ChangeMailsController {
  constructor(
    private readonly mails: ChangeMails,
    private readonly chooseMails: ChooseMails,
  ) {}

  @Get()
  @RequireScope('account:read')
  @ApiGetChangeMails()
  async read(@CurrentCaller() { accountId }: Caller) {
    return changeMailsAnswer(await this.mails.rhythmOf(accountId));
  }

  @Put()
  @RequireScope('account:write')
  @ApiSetChangeMails()
  async choose(@CurrentCaller() { accountId }: Caller, @Body() { every }: ChangeMailsBody) {
    const rhythm = every ?? undefined;
    await this.chooseMails.run(accountId, rhythm);
    return changeMailsAnswer(rhythm);
  }
}
