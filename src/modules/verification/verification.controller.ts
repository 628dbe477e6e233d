import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ExpectedWait } from '../../core/verification/expected-wait.js';
import { billed } from '../http/answers/credit-headers.hook.js';
import { isUnfinished } from '../../core/verification/job.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { PRICES } from '../../core/billing/pricing.js';
import { idempotencyKey, waitPreference, CurrentCaller, header } from '../http/request.js';
import { askAgainIn, setPendingHeaders } from '../http/answers/answer-headers.js';
import { Operation } from '../openapi/operation.decorator.js';
import { NOT_IN_REGISTER } from '../openapi/error-cases.js';
import { jobAnswer, verificationAnswer, CompletedShape, PendingShape, JobShape } from './verification.response.js';
import { VerifyBody, verifyRequest } from './verification.dto.js';

@ApiTags('Verification')
@Controller('v1/verify')
export class VerificationController {
  constructor(
    private readonly verifyBusiness: VerifyBusiness,
    private readonly readJob: ReadJob,
    private readonly expectedWait: ExpectedWait,
  ) {}

  @Post()
  @Operation({
    id: 'verifyBusiness',
    summary: 'Verify that a business is registered',
    description: `Returns a cached answer at once if it is certain and fresh enough. Otherwise asks the official register, and returns 202 with a job to poll or, with Prefer: wait=N, waits up to N seconds. quick costs ${PRICES.quick} credit, deep ${PRICES.deep}, deep with force_refresh ${PRICES.deepForceRefresh}. A confirmed no-match (404 ENTITY_NOT_FOUND) is an answer and is charged; if the register does not answer (503, 504, or a failed job), nothing is charged. 503 with details.reason "search_incomplete": the register has more similar names than can be searched, so add words; "record_withheld" (number_found true): the name or the seat of this number is not published.`,
    answers: { 200: CompletedShape, 202: PendingShape },
    paid: true,
    repeatable: true,
    errors: ['JURISDICTION_NOT_SUPPORTED', NOT_IN_REGISTER, 'DATA_SOURCE_UNAVAILABLE', 'DATA_SOURCE_TIMEOUT'],
  })
  async verify(
    @CurrentCaller() caller: Caller,
    @Body() body: VerifyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const waitSeconds = waitPreference(header(request, 'prefer'));
    const asked = { key: idempotencyKey(request), waitSeconds: waitSeconds ?? 0 };
    const { outcome, replayed } = billed(
      request.context,
      await this.verifyBusiness.run(caller, ...verifyRequest(body, asked)),
    );
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    const { status, body: answer } = verificationAnswer(outcome, replayed);
    if (outcome.jobId && status === 202) {
      const filed = { kind: 'verification', jurisdiction: body.jurisdiction, tier: body.tier } as const;
      setPendingHeaders(reply, `/v1/verify/status/${outcome.jobId}`, await this.expectedWait.seconds([filed]));
    }
    void reply.status(status);
    return answer;
  }

  @Get('status/:jobId')
  @Operation({
    id: 'getVerificationStatus',
    summary: 'Read the state of a job',
    description:
      'Free. If the register has no such business, returns 404 ENTITY_NOT_FOUND with details.status "completed".',
    answers: { 200: JobShape },
    headers: ['Retry-After'],
    errors: ['JOB_NOT_FOUND', NOT_IN_REGISTER],
  })
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
    return jobAnswer(job, caller);
  }
}
