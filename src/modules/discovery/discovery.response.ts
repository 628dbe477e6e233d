import { z } from 'zod';
import { PackageShape, packageAnswer } from '../billing/billing.response.js';
import {
  day,
  flag,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  text,
  publicUrl,
  whole,
  written,
} from '../http/answers/answer-fields.js';
import { PRICES } from '../../core/billing/pricing.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { tiersNow, triedAgainst, type JurisdictionState } from '../../core/registries/jurisdictions.js';
import { PROBE_VERDICTS, type KeptProbe } from '../../core/registries/probes.js';
import { MAX_ATTEMPTS } from '../../core/verification/job.js';
import type { ServiceFacts } from '../settings/service-facts.js';
import {
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_WAIT_SECONDS,
  MAX_JURISDICTIONS,
  OLD_EDITION_DAYS,
} from '../../core/limits.js';

const OLD_EDITION_SECONDS = OLD_EDITION_DAYS * 86_400;

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
    freshness: z
      .object({
        max_age_seconds: whole('A known record is read again after this.'),
        alert_after_seconds: whole(
          'The age of an edition that alerts the operator, for mirrored registers.',
        ).optional(),
      })
      .meta({ description: 'How old an answer may be.' }),
    tried_against: oneOf(
      ['description', 'recordings', 'live'],
      'The nearest to the register that this service has met: its description, recorded answers, or itself, by a probe here.',
    ),
    last_probe: z
      .object({
        at: moment('Time of the probe.'),
        verdict: oneOf(PROBE_VERDICTS, 'Whether it answered as expected.'),
        fields: listOf(text('A difference.', 500), 'The differences.').optional(),
      })
      .optional()
      .meta({ description: 'The last probe of the register by this installation.' }),
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

export function configAnswer(facts: ServiceFacts, states: readonly JurisdictionState[]): z.infer<typeof ConfigShape> {
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
    ...jurisdictionsAnswer(facts, states),
  };
}

export function jurisdictionsAnswer(
  { entityTtlMs }: ServiceFacts,
  states: readonly JurisdictionState[],
): z.infer<typeof JurisdictionsShape> {
  return { jurisdictions: states.map((state) => jurisdictionAnswer(state, entityTtlMs)) };
}

function jurisdictionAnswer(state: JurisdictionState, entityTtlMs: number): z.infer<typeof JurisdictionShape> {
  const { jurisdiction, sourceStatus, asOf, unavailableReason, sampleNames, lastProbe } = state;
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
    freshness: {
      max_age_seconds: Math.round(entityTtlMs / 1000),
      ...(asOf === undefined ? {} : { alert_after_seconds: OLD_EDITION_SECONDS }),
    },
    tried_against: triedAgainst(state),
    ...(lastProbe && { last_probe: probeAnswer(lastProbe) }),
    ...(sampleNames && unavailableReason === undefined ? { sample_names: sampleNames } : {}),
    ...(unavailableReason === undefined ? {} : { unavailable_reason: unavailableReason }),
  };
}

function probeAnswer({ at, verdict, fields }: KeptProbe) {
  return { at: at.toISOString(), verdict, ...(fields.length > 0 && { fields: [...fields] }) };
}
