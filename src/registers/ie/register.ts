import { digitsIn } from '../../core/registries/number-rule.js';
import { register } from '../../core/registries/register.js';

export const IE = register({
  code: 'ie',
  name: 'Ireland',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'all',
  source: {
    name: 'Companies Registration Office (CRO), open data',
    url: 'https://opendata.cro.ie',
    licence: 'CC BY 4.0',
  },
  wellKnown: 'Wells Fargo Bank International Unlimited Company',
  number: {
    form: 'a company number: up to seven digits',
    read: (typed) => digitsIn(/^0*([1-9]\d{0,6})$/, typed),
  },
  otherNames: { former: 'not offered' },
});
