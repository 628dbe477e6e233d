import { FREE_CREDITS, PACKAGES } from '../../core/billing/packages.js';
import { PRICES } from '../../core/billing/pricing.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';
import { MAX_JURISDICTIONS } from '../../core/search/search-entities.js';
import { MAX_ATTEMPTS } from '../../core/verification/job.js';
import { packageAnswer } from '../billing/billing.response.js';
import type { ServiceFacts } from './service-facts.js';

export function configAnswer(facts: ServiceFacts, states: JurisdictionState[]) {
  const { version, registryMode, rateLimitPerMinute, codeTtlMs } = facts;
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
    packages: PACKAGES.map(packageAnswer),
    limits: {
      requests_per_minute: rateLimitPerMinute,
      free_credits: FREE_CREDITS,
      job_attempts: MAX_ATTEMPTS,
      idempotency_key_length: 128,
      one_time_code_seconds: Math.round(codeTtlMs / 1000),
      wait_seconds: 25,
      search_jurisdictions: MAX_JURISDICTIONS,
    },
    jurisdictions: states.map(jurisdictionAnswer),
  };
}

export function jurisdictionAnswer({
  jurisdiction,
  sourceStatus,
  asOf,
  unavailableReason,
  sampleNames,
}: JurisdictionState) {
  const { code, name, country, tiers, coverage, source } = jurisdiction;
  return {
    code,
    name,
    country,
    active: unavailableReason === undefined,
    tiers: unavailableReason === undefined ? tiers : [],
    coverage,
    source,
    source_status: sourceStatus,
    ...(asOf === undefined ? {} : { as_of: asOf }),
    ...(sampleNames && unavailableReason === undefined ? { sample_names: sampleNames } : {}),
    ...(unavailableReason === undefined ? {} : { unavailable_reason: unavailableReason }),
  };
}
