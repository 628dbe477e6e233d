import { digitsIn } from '../../core/registries/number-rule.js';
import { register } from '../../core/registries/register.js';

export const LV = register({
  code: 'lv',
  name: 'Latvia',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep' },
  source: {
    name: 'Latvijas Republikas Uzņēmumu reģistrs',
    url: 'https://data.gov.lv/dati/lv/dataset/uz',
    licence: 'CC0',
  },
  wellKnown: 'AS "Latvenergo"',
  number: {
    form: 'a registration number: eleven digits, the first of them 4, 5 or 9',
    read: (typed) => digitsIn(/^(?:LV ?)?([459]\d{10}|[459]\d{3}[ -]?\d{4}[ -]?\d{3})$/, typed),
  },
  otherNames: { former: 'with the last day' },
});
