import { register } from '../../core/registries/register.js';
import { digitsOnly } from '../../core/registries/number-rule.js';

export const US_CO = register({
  code: 'us-co',
  name: 'Colorado',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { agents: 'deep' },
  source: {
    name: 'Colorado Secretary of State, Business Entities in Colorado',
    url: 'https://data.colorado.gov/d/4ykn-tg5h',
    licence: 'Public domain',
  },
  authority: 'RA000599',
  wellKnown: 'State Farm Mutual Automobile Insurance Company',
  number: digitsOnly('an identification number: at most 11 digits', /^\d{1,11}$/),
  otherNames: { former: 'without a day', trade: 'with the first day' },
});
