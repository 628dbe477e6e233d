import { digitsIn, weighted } from '../../core/registries/number-rule.js';
import { register } from '../../core/registries/register.js';

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1];

export const AU = register({
  code: 'au',
  name: 'Australia',
  optIn: true,
  tiers: ['quick'],
  coverage: 'all',
  publishes: { office: 'never' },
  source: {
    name: 'Australian Securities and Investments Commission (ASIC), company dataset',
    url: 'https://data.gov.au/data/dataset/asic-companies',
    licence: 'CC BY 3.0 AU',
  },
  wellKnown: 'BHP Group Limited',
  number: {
    form: 'an ACN: nine digits, the last of them a check digit',
    read: (typed) => {
      const number = digitsIn(/^(?:ACN ?)?(\d{3} ?\d{3} ?\d{3}|\d{2,8})$/, typed)?.padStart(9, '0');
      if (number === undefined) return undefined;
      return (10 - (weighted(number, WEIGHTS) % 10)) % 10 === Number(number[8]) ? number : undefined;
    },
  },
  otherNames: { former: 'without days' },
});
