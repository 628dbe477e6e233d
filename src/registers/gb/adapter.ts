import type { PaceLimits } from '../../adapters/registries/http/throttle/throttle.js';
import { basic, type Connect, type Credential } from '../../adapters/registries/register.js';
import { CompaniesHouse } from './companies-house.js';
import { GB, GB_EAW, GB_NIR, GB_SCT, type HomeNation } from './register.js';

export const facts = [GB_EAW, GB_SCT, GB_NIR, GB];

const KEY = 'COMPANIES_HOUSE_API_KEY';
export const credentials: readonly Credential[] = [
  { variable: KEY, words: (codes) => `A key of Companies House. Unset in live mode: ${codes} are unavailable.` },
];

/**
 * A key may make 600 requests in five minutes, shared by its registers. One second is added,
 * because request latency varies.
 */
const PACE: PaceLimits = {
  source: 'companies-house',
  concurrency: 4,
  quota: { requests: 600, windowMs: 301_000 },
};

export const connect: Connect = ({ code, credentials: { [KEY]: key }, sandbox }) => ({
  origin: 'https://api.company-information.service.gov.uk',
  pace: PACE,
  ...(key !== undefined && { headers: { authorization: basic(key, '') } }),
  missing: key === undefined && !sandbox ? KEY : undefined,
  adapter: ({ baseUrl, client }) =>
    new CompaniesHouse(code === GB.code ? undefined : (code as HomeNation), baseUrl, client),
});
