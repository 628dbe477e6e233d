import { Get, Query } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Suggest } from '../../core/search/suggest.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { SuggestQuery } from '../../modules/search/suggest.dto.js';
import { VerifyBody, verifyRequest } from '../../modules/verification/verification.dto.js';
import { Form, form } from '../form-answers.js';
import { page } from '../page-answers.js';
import { FormBody, PageAddress, type Fields } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { DEPTH_FIELD, VerifyPage } from './verify.page.js';

const TITLE = 'Verify a business';
const BODY = new FormBody(VerifyBody, bodyOf);
const NAMES = new PageAddress(SuggestQuery);
/** Shares of a search are no verifications: one of these usually is. */
const LATEST = 20;

@AccountPages('console/verify')
export class ConsoleVerifyController {
  constructor(
    private readonly verifyBusiness: VerifyBusiness,
    private readonly jurisdictions: Jurisdictions,
    private readonly listJobs: ListJobs,
    private readonly suggest: Suggest,
  ) {}

  @Get()
  show(@CurrentVisit() visit: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const texts = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
    return this.filled(visit, Object.fromEntries(texts) as Fields);
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
  @Form()
  verify(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      body: BODY,
      again: (fields) => this.filled(visit, fields),
      run: (body, { key }) => {
        const [asked, idempotency] = verifyRequest(body, { key, waitSeconds: 0 });
        return this.verifyBusiness.run(visit.caller, { ...asked, keptAsJob: true }, idempotency);
      },
      next: ({ outcome }) => `/jobs/${outcome.jobId ?? ''}`,
    });
  }

  private async filled({ caller: { accountId } }: ConsoleVisit, given: Fields) {
    const { jobs } = await this.listJobs.run(accountId, { withoutChecks: true, limit: LATEST });
    const last = jobs.find(({ searchId }) => searchId === undefined);
    const body = <VerifyPage jurisdictions={this.jurisdictions.list()} given={given} last={last} />;
    return page({ title: TITLE, narrow: true }, body);
  }
}

/** A form sent without a depth gets the cheapest. */
function bodyOf({ [DEPTH_FIELD]: depth = 'quick', ...fields }: Fields) {
  const { entity_name, jurisdiction, jurisdiction_id, address, officer, reference } = fields;
  const asked = { entity_name, jurisdiction, jurisdiction_id, address, officer, reference };
  const given = Object.entries(asked).filter(([, text]) => text?.trim());
  const tier = depth === 'anew' ? 'deep' : depth;
  return { ...Object.fromEntries(given), tier, force_refresh: depth === 'anew' };
}
