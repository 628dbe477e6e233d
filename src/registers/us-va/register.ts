import { register } from '../../core/registries/register.js';
import { filled } from '../../core/registries/number-rule.js';

export const US_VA = register({
  code: 'us-va',
  name: 'Virginia',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep', agents: 'deep' },
  source: {
    name: 'Virginia State Corporation Commission, Clerk’s Information System',
    url: 'https://cis.scc.virginia.gov',
    licence: 'Virginia public record',
  },
  number: {
    form: 'an entity ID: eight digits, or a letter or digit and six digits (leading zeros may be left out)',
    read: (typed) => {
      if (/^\d{4,8}$/.test(typed)) return typed.padStart(7, '0');
      return filled(/^([A-Z])(\d{4,6})$/, 6, typed);
    },
  },
  otherNames: { former: 'with the first day', trade: 'fictitious names' },
});
