import { z } from 'zod';
import { PackageShape, packageAnswer } from '../billing/billing.response.js';
import {
  day,
  flag,
  jurisdictionCode,
  listOf,
  named,
  oneOf,
  text,
  publicUrl,
  whole,
  written,
} from '../http/answers/answer-fields.js';
import { PRICES } from '../../core/billing/pricing.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { tiersNow, type JurisdictionState } from '../../core/registries/jurisdictions.js';
import { MAX_ATTEMPTS } from '../../core/verification/job.js';
import type { ServiceFacts } from '../settings/service-facts.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS, MAX_JURISDICTIONS } from '../../core/limits.js';

const JurisdictionShape = named(
  'Jurisdiction',
  'A jurisdiction and its register.',
  z.object({
    code: jurisdictionCode('The code for requests.'),
    name: text('Display name.', 200),
    country: written('ISO 3166-1, lower case.', /^[a-z]{2}$/, 2),
    active: flag('Whether it is available now.'),
    tiers: listOf(oneOf(TIERS, 'A tier.'), 'The tiers that it offers.', 2),
    coverage: text('Which entities the register lists.', 100),
    source: z
      .object({ name: text('The name.'), url: publicUrl('URL of the register.'), licence: text('Terms of use.') })
      .meta({ description: 'The register.' }),
    source_status: oneOf(['operational', 'degraded', 'down'], 'State of the register at the moment.'),
    as_of: day('The edition that is searched, for mirrored registers.').optional(),
    sample_names: listOf(text('A fictional company.', 500), 'Names to try, only in the sandbox.', 10).optional(),
    unavailable_reason: text('The reason why it is unavailable.').optional(),
  }),
);

const jurisdictions = () => listOf(JurisdictionShape, 'All jurisdictions, including unavailable ones.', 100);

export const JurisdictionsShape = named(
  'Jurisdictions',
  'All jurisdictions, or the requested ones.',
  z.object({ jurisdictions: jurisdictions() }),
);

export const ConfigShape = named(
  'Config',
  'The configuration and prices of the service.',
  z.object({
    service: text('The name.', 100),
    version: text('The version.', 100),
    registry_mode: oneOf(['live', 'sandbox'], 'In sandbox mode, answers say nothing about real businesses.'),
    credits: z
      .object({
        quick: whole('Price of a quick verification.'),
        deep: whole('Price of a deep verification.'),
        deep_force_refresh: whole('Price of a deep verification with force_refresh.'),
        search_per_jurisdiction: whole('Price of a search, for each jurisdiction.'),
        history: whole('Price of the history of an entity.'),
      })
      .meta({ description: 'Prices in credits.' }),
    packages: listOf(PackageShape, 'Packages on sale.', 20),
    limits: z
      .object({
        requests_per_minute: whole('Requests per minute of one key.'),
        free_credits: whole('Free credits of a new account.'),
        job_attempts: whole('Attempts to reach a register before a job fails.'),
        idempotency_key_length: whole('Maximum length, in characters.'),
        one_time_code_seconds: whole('Lifetime of a code.'),
        search_jurisdictions: whole('Maximum jurisdictions in one search.'),
        wait_seconds: whole('Maximum N of Prefer: wait=N.'),
      })
      .meta({ description: 'Limits of the service.' }),
    jurisdictions: jurisdictions(),
  }),
);

export function configAnswer(facts: ServiceFacts, states: JurisdictionState[]): z.infer<typeof ConfigShape> {
  const { version, registryMode, rateLimitPerMinute, codeTtlMs, freeCredits, packages } = facts;
  return {
    service: 'Standing',
    version,
    registry_mode: registryMode,
    credits: {
      quick: PRICES.quick,
      deep: PRICES.deep,
      deep_force_refresh: PRICES.deepForceRefresh,
      search_per_jurisdiction: PRICES.searchPerJurisdiction,
      history: PRICES.history,
    },
    packages: packages.map(packageAnswer),
    limits: {
      requests_per_minute: rateLimitPerMinute,
      free_credits: freeCredits,
      job_attempts: MAX_ATTEMPTS,
      idempotency_key_length: MAX_IDEMPOTENCY_KEY_LENGTH,
      one_time_code_seconds: Math.round(codeTtlMs / 1000),
      wait_seconds: MAX_WAIT_SECONDS,
      search_jurisdictions: MAX_JURISDICTIONS,
    },
    jurisdictions: states.map(jurisdictionAnswer),
  };
}

export function jurisdictionsAnswer(states: JurisdictionState[]): z.infer<typeof JurisdictionsShape> {
  return { jurisdictions: states.map(jurisdictionAnswer) };
}

function jurisdictionAnswer(state: JurisdictionState): z.infer<typeof JurisdictionShape> {
  const { jurisdiction, sourceStatus, asOf, unavailableReason, sampleNames } = state;
  const { code, name, country, coverage, source } = jurisdiction;
  return {
    code,
    name,
    country,
    active: unavailableReason === undefined,
    tiers: [...tiersNow(state)],
    coverage,
    source,
    source_status: sourceStatus,
    ...(asOf === undefined ? {} : { as_of: asOf }),
    ...(sampleNames && unavailableReason === undefined ? { sample_names: sampleNames } : {}),
    ...(unavailableReason === undefined ? {} : { unavailable_reason: unavailableReason }),
  };
}
