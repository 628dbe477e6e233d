import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ExpectedWait } from '../../core/verification/expected-wait.js';
import { isUnfinished } from '../../core/verification/job.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { idempotencyKey, waitPreference, CurrentCaller, header } from '../http/request.js';
import { askAgainIn, setPendingHeaders } from '../http/answers/answer-headers.js';
import { jobAnswer, verificationAnswer } from './verification.response.js';
import { VerifyBody, verifyRequest } from './verification.dto.js';
import { ApiVerifyBusiness, ApiGetJob } from './verification.openapi.js';

@ApiTags('Verification')
@Controller('v1/verify')
export class VerificationController {
  constructor(
    private readonly verifyBusiness: VerifyBusiness,
    private readonly readJob: ReadJob,
    private readonly expectedWait: ExpectedWait,
  ) {}

  @Post()
  @ApiVerifyBusiness()
  async verify(
    @CurrentCaller() caller: Caller,
    @Body() body: VerifyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const waitSeconds = waitPreference(header(request, 'prefer'));
    const asked = { key: idempotencyKey(request), waitSeconds: waitSeconds ?? 0 };
    const { outcome, replayed } = await this.verifyBusiness.run(caller, ...verifyRequest(body, asked));
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    if (replayed) void reply.header('idempotency-replayed', 'true');
    request.context.creditsCharged = replayed ? 0 : outcome.creditsCharged;
    request.context.creditsLeft = outcome.left;
    const { status, body: answer } = verificationAnswer(outcome, replayed);
    if (outcome.jobId && status === 202) {
      const filed = { kind: 'verification', jurisdiction: body.jurisdiction, tier: body.tier } as const;
      setPendingHeaders(reply, `/v1/verify/status/${outcome.jobId}`, await this.expectedWait.seconds([filed]));
    }
    void reply.status(status);
    return answer;
  }

  @Get('status/:jobId')
  @ApiGetJob()
  async status(
    @CurrentCaller() caller: Caller,
    @Param('jobId') jobId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const job = await this.readJob.run(caller.accountId, parseId('job', jobId));
    if (isUnfinished(job)) {
      const { jurisdiction, tier } = job;
      askAgainIn(reply, await this.expectedWait.seconds([{ kind: 'verification', jurisdiction, tier }]));
    }
    return jobAnswer(job);
  }
}
