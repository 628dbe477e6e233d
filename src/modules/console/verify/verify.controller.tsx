import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { AppError } from '../../../core/errors.js';
import { Jurisdictions } from '../../../core/registries/jurisdictions.js';
import { VerifyBusiness } from '../../../core/verification/verify-business.js';
import { STATUS } from '../../http/answers/error-status.js';
import { Reads } from '../../http/server/reads.decorator.js';
import { verifyRequest } from '../../verification/verification.controller.js';
import { VerifyBody } from '../../verification/verification.dto.js';
import { ConsolePages } from '../console-pages.js';
import { credits } from '../pages/parts.js';
import { FormBody, repeatKey, ticked } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { plain } from '../words.js';
import { Verdict } from './verdict.js';
import { VerifyPage } from './verify.page.js';

const TITLE = 'Verify a business';
const BODY = new FormBody(VerifyBody, { force_refresh: ticked });

@AccountPages('console/verify')
export class ConsoleVerifyController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly verifyBusiness: VerifyBusiness,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  @Get()
  show(
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const texts = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
    return this.form(Object.fromEntries(texts) as Record<string, string>, request, reply);
  }

  /**
   * What has to be asked becomes a job, which has a page of its own; what is known already is shown
   * at once.
   */
  @Post()
  @Reads('form')
  async verify(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    try {
      const body = BODY.read(fields);
      const asked = verifyRequest(body, { key: repeatKey(fields), waitSeconds: 0 });
      const { outcome } = await this.verifyBusiness.run(caller, ...asked);
      if (outcome.jobId) return this.pages.goTo(reply, `/jobs/${outcome.jobId}`);
      const { entity_name: entityName, jurisdiction } = body;
      return this.pages.show(
        request,
        reply,
        { title: entityName, eyebrow: `Known already, ${credits(outcome.creditsCharged)}` },
        <Verdict outcome={outcome.result} asked={{ entityName, jurisdiction }} />,
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      return this.form(fields, request, reply, error);
    }
  }

  private form(given: Record<string, string>, request: FastifyRequest, reply: FastifyReply, error?: AppError): string {
    const status = error ? STATUS[error.kind] : 200;
    const body = (
      <VerifyPage jurisdictions={this.jurisdictions.list()} given={given} wrong={error && plain(error.message)} />
    );
    return this.pages.show(request, reply, { title: TITLE, status, narrow: true }, body);
  }
}
