import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { Once } from '../../core/idempotency/once.js';
import { parseId } from '../../core/ids.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness, type Verification } from '../../core/verification/verify-business.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { Contract } from '../http/contract.js';
import { fingerprint, idempotencyKey } from '../http/idempotency-key.js';
import { waitPreference } from '../http/preference.js';
import { From, header } from '../http/request.js';
import { jobAnswer, verificationAnswer } from './answers.js';
import { VerifyBody } from './verification.dto.js';
import { GET_JOB, VERIFY_BUSINESS } from './verification.doc.js';

@Controller('v1/verify')
export class VerificationController {
  constructor(
    private readonly verifyBusiness: VerifyBusiness,
    private readonly readJob: ReadJob,
    private readonly addressGuard: AddressGuard,
    private readonly once: Once,
  ) {}

  @Post()
  @Contract({ body: VerifyBody, doc: VERIFY_BUSINESS })
  async verify(
    @From() caller: Caller,
    @Body() body: VerifyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const waitSeconds = waitPreference(header(request, 'prefer'));
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    const asked = async () => ({
      entityName: body.entity_name,
      jurisdiction: body.jurisdiction,
      tier: body.tier,
      forceRefresh: body.force_refresh,
      waitMs: (waitSeconds ?? 0) * 1000,
      webhookUrl: body.webhook_url === undefined ? undefined : await this.addressGuard.register(body.webhook_url),
    });
    const { outcome, replayed } = await this.once.run<Verification>(
      { accountId: caller.accountId, key: idempotencyKey(request), fingerprint: fingerprint('POST /v1/verify', body) },
      async (recorder) => this.verifyBusiness.run(caller, await asked(), recorder),
    );
    if (replayed) void reply.header('idempotency-replayed', 'true');
    request.creditsCharged = replayed ? 0 : outcome.creditsCharged;
    const { status, body: answer } = verificationAnswer(outcome);
    void reply.status(status);
    return answer;
  }

  @Get('status/:jobId')
  @Contract({ doc: GET_JOB })
  async status(@From() caller: Caller, @Param('jobId') jobId: string) {
    return jobAnswer(await this.readJob.run(caller.accountId, parseId('job', jobId)));
  }
}
