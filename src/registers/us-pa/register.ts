import { register } from '../../core/registries/register.js';
import { digitsOnly } from '../../core/registries/number-rule.js';

export const US_PA = register({
  code: 'us-pa',
  name: 'Pennsylvania',
  tiers: ['quick', 'deep'],
  coverage: 'active_only',
  publishes: { officers: 'deep' },
  source: {
    name: 'Pennsylvania Department of State, Registered Businesses',
    url: 'https://data.pa.gov/d/xvd7-5r2c',
    licence: 'Public domain',
  },
  wellKnown: 'Comcast Corporation',
  number: digitsOnly('a filing number: ten digits (leading zeros may be left out)', /^\d{1,10}$/, 10),
});
