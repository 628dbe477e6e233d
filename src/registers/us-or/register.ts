import { register } from '../../core/registries/register.js';
import { digitsOnly } from '../../core/registries/number-rule.js';

export const US_OR = register({
  code: 'us-or',
  name: 'Oregon',
  tiers: ['quick', 'deep'],
  coverage: 'active_only',
  publishes: { officers: 'deep', agents: 'deep', office: 'deep' },
  source: {
    name: 'Oregon Secretary of State, Active Businesses',
    url: 'https://data.oregon.gov/d/tckn-sxa6',
    licence: 'Public domain',
  },
  wellKnown: 'Nike, Inc.',
  number: digitsOnly('a registry number: at most 11 digits, with or without the hyphen', /^\d{1,11}$|^\d{1,9}-\d{2}$/),
  otherNames: { trade: 'offered' },
});
