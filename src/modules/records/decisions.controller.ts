import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { DecideRecord } from '../../core/verification/decide-record.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { decidedAnswer, DecidedRecordShape } from './decision.response.js';
import { DecisionBody, decisionAsked } from './decisions.dto.js';

@ApiTags('Verification')
@Controller('v1/records')
export class DecisionsController {
  constructor(private readonly decideRecord: DecideRecord) {}

  @Put(':id/decision')
  @RequireScope('account:write', { own: true })
  @Operation({
    id: 'decideRecord',
    summary: 'Decide which business a record means',
    description:
      'For a record with outcome not_sure. A new decision supersedes the previous one, and all are kept; the same one again changes nothing. `verification.decided` reports it. A key or an application with limits decides only what it requested. Free. Scope account:write.',
    answers: { 200: DecidedRecordShape },
    errors: ['FORBIDDEN'],
  })
  async decide(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: DecisionBody) {
    const decided = await this.decideRecord.run(caller, parseId('rec', id), decisionAsked(body));
    return decidedAnswer(decided, caller.scopes);
  }
}
