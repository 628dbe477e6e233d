import { z } from 'zod';
import { MAX_JURISDICTIONS } from '../../core/search/search-entities.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { flag, jurisdictionCode, listOf, named, oneOf, whole } from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';

const FORECAST = {
  cached: flag('Whether it would be answered without asking a register.'),
  cached_age_seconds: whole('How long ago the register gave that answer.').optional(),
  expected_wait_seconds: whole(
    'How soon an answer can be expected, by what questions like this one took lately; null when the register was not asked within a day, or is down.',
  ).nullable(),
};

export const QUOTE_PRICE: RouteDoc = {
  operation: 'quotePrice',
  summary: 'Ask what a request would cost',
  description:
    'Takes the body of POST /v1/verify (with jurisdiction) or of POST /v1/search (with jurisdictions). Free; asks no register. Give max_credits with the request itself to be sure that it costs no more.',
  answers: {
    200: named(
      'Quote',
      'What the request would cost now.',
      z.object({
        max_credits: whole('What it costs at most.'),
        expected_credits: whole('What it will probably cost.'),
        ...FORECAST,
        tier: oneOf(TIERS, 'How much would be answered.'),
        per_jurisdiction: listOf(
          z.object({
            jurisdiction: jurisdictionCode('Which one.'),
            credits: whole('What its share costs.'),
            ...FORECAST,
          }),
          'Of a search, each share.',
          MAX_JURISDICTIONS,
        ).optional(),
      }),
    ),
  },
  errors: ['JURISDICTION_NOT_SUPPORTED', 'TOO_MANY_JURISDICTIONS'],
};
