import { MAX_REGISTERS } from '../../core/limits.js';
import { z } from 'zod';
import { budgetRemaining, limitThatRefuses, type ChargeLimit } from '../../core/billing/budget.js';
import type { QuotedWatch } from '../../core/watches/quote-watch.js';
import type { Quoted } from '../../core/verification/quote.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { flag, jurisdictionCode, listOf, named, oneOf, whole } from '../http/answers/answer-fields.js';

const FORECAST = {
  cached: flag('Whether the answer is cached.'),
  cached_age_seconds: whole('Age of the cached answer.').optional(),
  expected_wait_seconds: whole(
    'Expected time until the answer, based on recent questions like this one; null if the register was not asked within a day, or is down.',
  ).nullable(),
};

const PartShape = z.object({
  jurisdiction: jurisdictionCode('The jurisdiction.'),
  credits: whole('Price of this jurisdiction.'),
  ...FORECAST,
});

export const QuoteShape = named(
  'Quote',
  'The present price of the request.',
  z.object({
    max_credits: whole('The maximum price; for a watch, in a month of 31 days.'),
    expected_credits: whole('The expected price.'),
    affordable: flag('Whether the balance and every budget of the caller cover it now.'),
    budget_remaining: whole('The remaining budget of the key or application, if it has one.').optional(),
    ...FORECAST,
    tier: oneOf(TIERS, 'The tier of the answer.'),
    per_jurisdiction: listOf(PartShape, 'For a search, by jurisdiction.', MAX_REGISTERS).optional(),
  }),
);

/** Registers are queried concurrently, so the slowest one determines the wait. */
export function quoteAnswer(parts: readonly Quoted[], limits: readonly ChargeLimit[]): z.infer<typeof QuoteShape> {
  const ages = parts.flatMap(({ cachedAgeSeconds }) => cachedAgeSeconds ?? []);
  const cached = parts.every((part) => part.cached);
  const forecast = {
    credits: parts.reduce((sum, { priceCredits }) => sum + priceCredits, 0),
    tier: parts[0]?.tier ?? 'quick',
    cached,
    ...(cached && ages.length > 0 ? { cached_age_seconds: Math.max(...ages) } : {}),
    expected_wait_seconds: longest(parts.map(({ expectedWaitSeconds }) => expectedWaitSeconds)),
  };
  return priced(forecast, limits);
}

function priced(
  { credits, ...forecast }: Pick<z.infer<typeof PartShape>, 'credits' | keyof typeof FORECAST> & { tier: Tier },
  limits: readonly ChargeLimit[],
): z.infer<typeof QuoteShape> {
  const remaining = budgetRemaining(limits);
  return {
    max_credits: credits,
    expected_credits: credits,
    affordable: limitThatRefuses(credits, limits) === undefined,
    ...(remaining === undefined ? {} : { budget_remaining: remaining }),
    ...forecast,
  };
}

export function searchQuoteAnswer(
  parts: readonly Quoted[],
  limits: readonly ChargeLimit[],
): z.infer<typeof QuoteShape> {
  return { ...quoteAnswer(parts, limits), per_jurisdiction: parts.map(partAnswer) };
}

/** The monthly cost of a watch; every check queries the register. */
export function watchQuoteAnswer(
  { tier, priceCredits }: QuotedWatch,
  limits: readonly ChargeLimit[],
): z.infer<typeof QuoteShape> {
  return priced({ credits: priceCredits, tier, cached: false, expected_wait_seconds: null }, limits);
}

/** null if any is unknown. */
function longest(waits: (number | undefined)[]): number | null {
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === waits.length ? Math.max(...known) : null;
}

function partAnswer({
  jurisdiction,
  priceCredits,
  cached,
  cachedAgeSeconds,
  expectedWaitSeconds,
}: Quoted): z.infer<typeof PartShape> {
  return {
    jurisdiction,
    credits: priceCredits,
    cached,
    ...(cachedAgeSeconds === undefined ? {} : { cached_age_seconds: cachedAgeSeconds }),
    expected_wait_seconds: expectedWaitSeconds ?? null,
  };
}
