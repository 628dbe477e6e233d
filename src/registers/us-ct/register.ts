import { register } from '../../core/registries/register.js';
import { digitsIn } from '../../core/registries/number-rule.js';

export const US_CT = register({
  code: 'us-ct',
  name: 'Connecticut',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep', agents: 'deep' },
  source: {
    name: 'Connecticut Secretary of the State, Business Registry',
    url: 'https://data.ct.gov/d/n7gp-d28j',
    licence: 'Public domain',
  },
  wellKnown: 'Sikorsky Aircraft Corporation',
  number: {
    form: 'a business ALEI: digits, with or without US-CT.BER: before them',
    read: (typed) => digitsIn(/^(?:US-CT\.BER: ?)?(\d{1,10})$/, typed),
  },
  otherNames: { former: 'with the last day' },
});
