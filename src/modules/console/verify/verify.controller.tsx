import { Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { Jurisdictions } from '../../../core/registries/jurisdictions.js';
import { VerifyBusiness } from '../../../core/verification/verify-business.js';
import { Reads } from '../../http/route.decorators.js';
import { VerifyBody } from '../../verification/verification.dto.js';
import { verifyRequest } from '../../verification/verify-request.js';
import { ConsolePages } from '../console-pages.js';
import { FormBody, repeatKey } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { DEPTH_FIELD, VerifyPage } from './verify.page.js';
import { Body, Query } from '../../http/input/taken.decorators.js';

const TITLE = 'Verify a business';
const BODY = new FormBody(VerifyBody);

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

  /** Redirects: every answer has a page of its own, also a cached one. */
  @Post()
  @Reads('form')
  async verify(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const again = () => this.form(fields, request, reply);
    return this.pages.sent(request, { to: '/verify', fields, again }, async () => {
      const body = BODY.check(bodyOf(fields));
      const [asked, idempotency] = verifyRequest(body, { key: repeatKey(fields), waitSeconds: 0 });
      const { outcome } = await this.verifyBusiness.run(caller, { ...asked, keptAsJob: true }, idempotency);
      return this.pages.goTo(reply, `/jobs/${outcome.jobId ?? ''}`);
    });
  }

  private form(given: Record<string, string>, request: FastifyRequest, reply: FastifyReply) {
    const body = <VerifyPage jurisdictions={this.jurisdictions.list()} given={given} />;
    return this.pages.show(request, reply, { title: TITLE, narrow: true }, body);
  }
}

/** The pressed button sets the tier; a form sent without one gets the cheapest. */
function bodyOf({ [DEPTH_FIELD]: depth = 'quick', ...fields }: Record<string, string>) {
  const { entity_name, jurisdiction, jurisdiction_id } = fields;
  const given = Object.entries({ entity_name, jurisdiction, jurisdiction_id }).filter(([, text]) => text?.trim());
  const tier = depth === 'anew' ? 'deep' : depth;
  return { ...Object.fromEntries(given), tier, force_refresh: depth === 'anew' };
}
