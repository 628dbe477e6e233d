import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { AppError } from '../../core/errors.js';
import { refuseTooManyOrTwice } from '../../core/search/search-entities.js';
import { Quote, type Quoted } from '../../core/verification/quote.js';
import { Contract } from '../http/contract.js';
import { QUOTE_PRICE } from './quote.response.js';
import { QuoteBody } from './quote.dto.js';

@Controller('v1/quote')
export class QuoteController {
  constructor(private readonly quote: Quote) {}

  @Post()
  @HttpCode(200)
  @Contract({ body: QuoteBody, doc: QUOTE_PRICE })
  async price(@Body() { entity_name: entityName, jurisdiction, jurisdictions, tier, force_refresh }: QuoteBody) {
    if (jurisdiction !== undefined && jurisdictions === undefined) {
      const asked = { entityName, jurisdiction, tier, forceRefresh: force_refresh };
      return quoteAnswer([await this.quote.verification(asked)]);
    }
    if (jurisdictions !== undefined && jurisdiction === undefined) {
      refuseTooManyOrTwice(jurisdictions);
      const quoted = await Promise.all(jurisdictions.map((code) => this.quote.search(entityName, code)));
      return { ...quoteAnswer(quoted), per_jurisdiction: quoted.map(partAnswer) };
    }
    throw new AppError('VALIDATION_ERROR', {
      message: 'Send either body.jurisdiction (to price a verification) or body.jurisdictions (to price a search).',
    });
  }
}

/** Of several registers, which are asked at the same time, the slowest counts. */
function quoteAnswer(parts: Quoted[]) {
  const credits = parts.reduce((sum, { priceCredits }) => sum + priceCredits, 0);
  const ages = parts.flatMap(({ cachedAgeSeconds }) => cachedAgeSeconds ?? []);
  const cached = parts.every((part) => part.cached);
  return {
    max_credits: credits,
    expected_credits: credits,
    cached,
    ...(cached && ages.length > 0 ? { cached_age_seconds: Math.max(...ages) } : {}),
    expected_wait_seconds: longest(parts.map(({ expectedWaitSeconds }) => expectedWaitSeconds)),
    tier: parts[0]?.tier,
  };
}

/** null as soon as one of them is not known. */
function longest(waits: (number | undefined)[]): number | null {
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === waits.length ? Math.max(...known) : null;
}

function partAnswer({ jurisdiction, priceCredits, cached, cachedAgeSeconds, expectedWaitSeconds }: Quoted) {
  return {
    jurisdiction,
    credits: priceCredits,
    cached,
    ...(cachedAgeSeconds === undefined ? {} : { cached_age_seconds: cachedAgeSeconds }),
    expected_wait_seconds: expectedWaitSeconds ?? null,
  };
}
