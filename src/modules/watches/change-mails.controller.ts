import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import type { Caller } from '../../core/accounts/account.js';
import { ChooseMails } from '../../core/watches/mails/choose-mails.js';
import { ChangeMails, MAIL_RHYTHMS, type MailRhythm } from '../../core/watches/mails/ports.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { OneOf } from '../http/input/fields.js';
import { named, oneOf } from '../http/answers/answer-fields.js';
import { Operation } from '../openapi/operation.decorator.js';

class ChangeMailsBody {
  @OneOf(MAIL_RHYTHMS, { description: 'The frequency; null: never.', example: 'daily', nullable: true })
  every!: MailRhythm | null;
}

const ChangeMailsShape = named(
  'ChangeMails',
  'How often changes found by watches are mailed to the account.',
  z.object({ every: oneOf(MAIL_RHYTHMS, 'null: never.').nullable() }),
);

@ApiTags('Watches')
@Controller('v1/account/change-mails')
export class ChangeMailsController {
  constructor(
    private readonly mails: ChangeMails,
    private readonly chooseMails: ChooseMails,
  ) {}

  @Get()
  @RequireScope('account:read')
  @Operation({
    id: 'getChangeMails',
    summary: 'Get the frequency of mails about changes',
    description: 'Free.',
    answers: { 200: ChangeMailsShape },
  })
  async read(@CurrentCaller() { accountId }: Caller) {
    return changeMailsAnswer(await this.mails.rhythmOf(accountId));
  }

  @Put()
  @RequireScope('account:write')
  @Operation({
    id: 'setChangeMails',
    summary: 'Set the frequency of mails about changes',
    description: 'Mails go to the address of the account, from the next change on. Free.',
    answers: { 200: ChangeMailsShape },
  })
  async choose(@CurrentCaller() { accountId }: Caller, @Body() { every }: ChangeMailsBody) {
    const rhythm = every ?? undefined;
    await this.chooseMails.run(accountId, rhythm);
    return changeMailsAnswer(rhythm);
  }
}

function changeMailsAnswer(every: MailRhythm | undefined): z.infer<typeof ChangeMailsShape> {
  return { every: every ?? null };
}
