import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { Contract } from '../http/contract.js';
import { idempotencyKey } from '../http/idempotency-key.js';
import { waitPreference } from '../http/preference.js';
import { CurrentCaller, header } from '../http/request.js';
import { jobAnswer, verificationAnswer, GET_JOB, VERIFY_BUSINESS } from './verification.response.js';
import { VerifyBody } from './verification.dto.js';
import { verifyRequest } from './verify-request.js';

@Controller('v1/verify')
export class VerificationController {
  constructor(
    private readonly verifyBusiness: VerifyBusiness,
    private readonly readJob: ReadJob,
  ) {}

  @Post()
  @Contract({ body: VerifyBody, doc: VERIFY_BUSINESS })
  async verify(
    @CurrentCaller() caller: Caller,
    @Body() body: VerifyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const waitSeconds = waitPreference(header(request, 'prefer'));
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    const asked = { key: idempotencyKey(request), waitSeconds: waitSeconds ?? 0 };
    const { outcome, replayed } = await this.verifyBusiness.run(caller, ...verifyRequest(body, asked));
    if (replayed) void reply.header('idempotency-replayed', 'true');
    request.creditsCharged = replayed ? 0 : outcome.creditsCharged;
    const { status, body: answer } = verificationAnswer(outcome);
    void reply.status(status);
    return answer;
  }

  @Get('status/:jobId')
  @Contract({ doc: GET_JOB })
  async status(@CurrentCaller() caller: Caller, @Param('jobId') jobId: string) {
    return jobAnswer(await this.readJob.run(caller.accountId, parseId('job', jobId)));
  }
}
