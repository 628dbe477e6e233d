import { register } from '../../core/registries/register.js';

/** Of a business, a company, and any other entity by its year of issue and kind. */
const UEN = /^(\d{8}[A-Z]|\d{9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z])$/;

export const SG = register({
  code: 'sg',
  name: 'Singapore',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'all',
  source: {
    name: 'Accounting and Corporate Regulatory Authority (ACRA), entities with a UEN',
    url: 'https://data.gov.sg/datasets/d_3f960c10fed6145404ca7b821f263b87/view',
    licence: 'Singapore Open Data Licence 1.0',
  },
  wellKnown: 'DBS BANK LTD.',
  number: {
    form: 'a UEN: eight or nine digits and a letter, or T, S or R, two digits, two letters, four digits and a letter',
    read: (typed) => {
      const number = typed.replaceAll(/[ -]/g, '');
      return UEN.test(number) ? number : undefined;
    },
  },
  otherNames: { former: 'not offered' },
});
