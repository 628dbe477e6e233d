import { register } from '../../core/registries/register.js';
import { digitsOnly } from '../../core/registries/number-rule.js';

export const US_IA = register({
  code: 'us-ia',
  name: 'Iowa',
  tiers: ['quick', 'deep'],
  coverage: 'active_only',
  publishes: { agents: 'deep' },
  source: {
    name: 'Iowa Secretary of State, Active Business Entities',
    url: 'https://data.iowa.gov',
    licence: 'CC BY 4.0',
  },
  number: digitsOnly('a business number: at most 9 digits (leading zeros may be left out)', /^\d{1,9}$/, 6),
});
