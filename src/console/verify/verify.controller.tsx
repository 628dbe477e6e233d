import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Suggest } from '../../core/search/suggest.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { SuggestQuery } from '../../modules/search/suggest.dto.js';
import { VerifyBody, verifyRequest } from '../../modules/verification/verification.dto.js';
import { ConsolePages } from '../console-pages.js';
import { FormBody, PageAddress, repeatKey } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { DEPTH_FIELD, VerifyPage } from './verify.page.js';

const TITLE = 'Verify a business';
const BODY = new FormBody(VerifyBody);
const NAMES = new PageAddress(SuggestQuery);
/** Shares of a search are no verifications: one of these usually is. */
const LATEST = 20;

@AccountPages('console/verify')
export class ConsoleVerifyController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly verifyBusiness: VerifyBusiness,
    private readonly jurisdictions: Jurisdictions,
    private readonly listJobs: ListJobs,
    private readonly suggest: Suggest,
  ) {}

  @Get()
  show(
    @CurrentVisit() visit: ConsoleVisit,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const texts = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
    return this.form(visit, Object.fromEntries(texts) as Record<string, string>, request, reply);
  }

  /** Names for the field while somebody types. Free; no register is asked. */
  @Get('names.json')
  async names(@CurrentVisit() { caller }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    if (!query['q']) return { names: [] };
    const { q: typed, jurisdiction, limit } = NAMES.read(query);
    const { suggestions } = await this.suggest.run(caller, { typed, jurisdiction, limit });
    return { names: [...new Set(suggestions.map(({ entityName }) => entityName))] };
  }

  /** Redirects: every answer has a page of its own, also a cached one. */
  @Post()
  @Reads('form')
  async verify(
    @CurrentVisit() visit: ConsoleVisit,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const again = () => this.form(visit, fields, request, reply);
    return this.pages.sent(request, { to: '/verify', fields, again }, async () => {
      const body = BODY.check(bodyOf(fields));
      const [asked, idempotency] = verifyRequest(body, { key: repeatKey(fields), waitSeconds: 0 });
      const { outcome } = await this.verifyBusiness.run(visit.caller, { ...asked, keptAsJob: true }, idempotency);
      return this.pages.goTo(reply, `/jobs/${outcome.jobId ?? ''}`);
    });
  }

  private async form(
    { caller: { accountId } }: ConsoleVisit,
    given: Record<string, string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { jobs } = await this.listJobs.run(accountId, { withoutChecks: true, limit: LATEST });
    const last = jobs.find(({ searchId }) => searchId === undefined);
    const body = <VerifyPage jurisdictions={this.jurisdictions.list()} given={given} last={last} />;
    return this.pages.show(request, reply, { title: TITLE, narrow: true }, body);
  }
}

/** A form sent without a depth gets the cheapest. */
function bodyOf({ [DEPTH_FIELD]: depth = 'quick', ...fields }: Record<string, string>) {
  const { entity_name, jurisdiction, jurisdiction_id, address, officer } = fields;
  const asked = { entity_name, jurisdiction, jurisdiction_id, address, officer };
  const given = Object.entries(asked).filter(([, text]) => text?.trim());
  const tier = depth === 'anew' ? 'deep' : depth;
  return { ...Object.fromEntries(given), tier, force_refresh: depth === 'anew' };
}
