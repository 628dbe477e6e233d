import type { PaceLimits } from '../../adapters/registries/http/throttle/throttle.js';
import { basic, type Connect } from '../../adapters/registries/register.js';
import { CompaniesHouse, type HomeNation } from './companies-house.js';

/**
 * A key may make 600 requests in five minutes, shared by the three registers. One second is added,
 * because request latency varies.
 */
const PACE: PaceLimits = {
  source: 'companies-house',
  concurrency: 4,
  quota: { requests: 600, windowMs: 301_000 },
};

export const connect: Connect = ({ code, credentials: { companiesHouseApiKey: key }, sandbox }) => ({
  origin: 'https://api.company-information.service.gov.uk',
  pace: PACE,
  ...(key !== undefined && { headers: { authorization: basic(key, '') } }),
  missing: key === undefined && !sandbox ? 'COMPANIES_HOUSE_API_KEY' : undefined,
  adapter: ({ baseUrl, client }) => new CompaniesHouse(code as HomeNation, baseUrl, client),
});
