import { register } from '../../core/registries/register.js';
import { digitsOnly } from '../../core/registries/number-rule.js';

export const US_NY = register({
  code: 'us-ny',
  name: 'New York',
  tiers: ['quick', 'deep'],
  coverage: 'active_only',
  publishes: { officers: 'deep', agents: 'deep' },
  source: {
    name: 'New York Department of State, Active Corporations',
    url: 'https://data.ny.gov/d/n9v6-gdp6',
    licence: 'OPEN NY Terms of Use',
  },
  authority: 'RA000628',
  wellKnown: 'International Business Machines Corporation',
  number: digitsOnly('a DOS ID: at most 10 digits', /^\d{1,10}$/),
  otherNames: { former: 'with the first day' },
});
