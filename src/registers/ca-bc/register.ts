import { register } from '../../core/registries/register.js';
import { filled } from '../../core/registries/number-rule.js';

export const CA_BC = register({
  code: 'ca-bc',
  name: 'British Columbia',
  tiers: ['quick'],
  coverage: 'all',
  publishes: { office: 'never' },
  source: {
    name: 'BC Registries, OrgBook BC',
    url: 'https://orgbook.gov.bc.ca',
    licence: 'Open Government Licence – British Columbia',
  },
  wellKnown: 'TELUS Communications Inc.',
  number: {
    form: 'a registration number: up to four letters and seven digits, such as BC0123456',
    read: (typed) => filled(/^([A-Z]{1,4})[ -]?(\d{1,7})$/, 7, typed),
  },
  otherNames: { trade: 'offered' },
});
