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
import type { ServiceFacts } from './service-facts.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS, MAX_JURISDICTIONS } from '../../core/limits.js';

const JurisdictionShape = named(
  'Jurisdiction',
  'A jurisdiction and its register.',
  z.object({
    code: jurisdictionCode('What requests call jurisdiction.'),
    name: text('For people.', 200),
    country: written('ISO 3166-1, lower case.', /^[a-z]{2}$/, 2),
    active: flag('Whether it can be asked now.'),
    tiers: listOf(oneOf(TIERS, 'A tier.'), 'What it offers.', 2),
    coverage: text('Which entities its register lists.', 100),
    source: z
      .object({ name: text('Its name.'), url: publicUrl('Where it is.'), licence: text('Its terms.') })
      .meta({ description: 'The register.' }),
    source_status: oneOf(['operational', 'degraded', 'down'], 'How it answers at the moment.'),
    as_of: day('Which edition is searched, for registers that are mirrored.').optional(),
    sample_names: listOf(text('A fictional company.', 500), 'Names to try, in the sandbox only.', 10).optional(),
    unavailable_reason: text('Why it cannot be asked.').optional(),
  }),
);

const jurisdictions = () => listOf(JurisdictionShape, 'The unavailable ones included.', 100);

export const JurisdictionsShape = named(
  'Jurisdictions',
  'All of them, or those that were asked for.',
  z.object({ jurisdictions: jurisdictions() }),
);

export const ConfigShape = named(
  'Config',
  'What the service is and what it costs.',
  z.object({
    service: text('Its name.', 100),
    version: text('Its version.', 100),
    registry_mode: oneOf(['live', 'sandbox'], 'Answers of the sandbox say nothing about real businesses.'),
    credits: z
      .object({
        quick: whole('A quick verification.'),
        deep: whole('A deep one.'),
        deep_force_refresh: whole('A deep one past the cache.'),
        search_per_jurisdiction: whole('A search, each jurisdiction.'),
        history: whole('The history of an entity.'),
      })
      .meta({ description: 'Prices in credits.' }),
    packages: listOf(PackageShape, 'What can be bought.', 20),
    limits: z
      .object({
        requests_per_minute: whole('For each key.'),
        free_credits: whole('For a new account.'),
        job_attempts: whole('How often a register is asked before a job fails.'),
        idempotency_key_length: whole('Characters.'),
        one_time_code_seconds: whole('How long a code is valid.'),
        search_jurisdictions: whole('The most that one search can name.'),
        wait_seconds: whole('The most that Prefer: wait=N can ask for.'),
      })
      .meta({ description: 'How much and how often.' }),
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
