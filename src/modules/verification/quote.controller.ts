import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { invalid, invalidAny, type NameOf } from '../../core/invalid-request.js';
import type { Caller } from '../../core/accounts/account.js';
import { Ledger } from '../../core/billing/ports.js';
import { parseId } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { searchScope } from '../../core/search/scope.js';
import { QuoteWatch } from '../../core/watches/quote-watch.js';
import { Quote } from '../../core/verification/quote.js';
import { CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { quoteAnswer, QuoteShape, searchQuoteAnswer, watchQuoteAnswer } from './quote.response.js';
import { QuoteBody } from './quote.dto.js';

@ApiTags('Verification')
@Controller('v1/quote')
export class QuoteController {
  constructor(
    private readonly quote: Quote,
    private readonly quoteWatch: QuoteWatch,
    private readonly ledger: Ledger,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  @Post()
  @Operation({
    id: 'quotePrice',
    summary: 'Get the price of a request',
    description:
      'Takes the body of POST /v1/verify (with jurisdiction), of POST /v1/search (with jurisdictions, countries or neither) or of POST /v1/watches (with entity_id). For a watch it returns the maximum price of a month: 31, 5 or 2 answered checks, up to max_credits_per_month; for a mirrored register only that cap is certain. Free; asks no register. To enforce a maximum, send max_credits with the request itself.',
    answers: { 200: QuoteShape },
    errors: ['JURISDICTION_NOT_SUPPORTED', 'TOO_MANY_JURISDICTIONS', 'ENTITY_NOT_FOUND', 'FORBIDDEN'],
  })
  async price(@CurrentCaller() caller: Caller, @Body() body: QuoteBody) {
    const { entity_name: entityName, jurisdiction, jurisdictions, entity_id: watched, tier } = body;
    const { countries } = body;
    const subjects = [jurisdiction, jurisdictions ?? countries, watched].filter((subject) => subject !== undefined);
    if (subjects.length > 1 || (subjects.length === 0 && entityName === undefined))
      throw invalidAny(SUBJECTS, ONE_SUBJECT);
    if (watched !== undefined) {
      const { every = missing('every'), max_credits_per_month: maxCreditsPerMonth } = body;
      const asked = { entityId: parseId('ent', watched), every, tier, maxCreditsPerMonth };
      return watchQuoteAnswer(await this.quoteWatch.run(asked), await this.ledger.limits(caller));
    }
    if (entityName === undefined) return missing('entity_name');
    if (jurisdiction !== undefined) {
      const { jurisdiction_id: jurisdictionId, force_refresh: forceRefresh } = body;
      const asked = { entityName, jurisdiction, jurisdictionId, tier, forceRefresh };
      return quoteAnswer([await this.quote.verification(asked)], await this.ledger.limits(caller));
    }
    const { codes } = searchScope({ jurisdictions, countries }, this.jurisdictions, caller.limits);
    const quoted = await Promise.all(codes.map((code) => this.quote.search(entityName, code)));
    return searchQuoteAnswer(quoted, await this.ledger.limits(caller));
  }
}

const SUBJECTS = ['jurisdiction', 'jurisdictions', 'entity_id'];
const ONE_SUBJECT = (nameOf: NameOf) =>
  `Send ${nameOf('jurisdiction')} (to price a verification), ${nameOf('jurisdictions')} or ${nameOf('countries')} (to price a search), ${nameOf('entity_name')} alone (to price a search everywhere) or ${nameOf('entity_id')} (to price a watch).`;

function missing(field: 'entity_name' | 'every'): never {
  throw invalid(field, 'is required to price this request');
}
