import { register } from '../../core/registries/register.js';
import { digitsIn } from '../../core/registries/number-rule.js';

export const US_TX = register({
  code: 'us-tx',
  name: 'Texas',
  tiers: ['quick'],
  coverage: 'franchise_taxpayers',
  publishes: { officers: 'deep', agents: 'deep' },
  source: {
    name: 'Texas Comptroller of Public Accounts, Active Franchise Taxpayers',
    url: 'https://data.texas.gov/d/9cir-efmm',
    licence: 'Texas Open Data Portal terms',
  },
  wellKnown: 'Exxon Mobil Corporation',
  number: {
    form: 'a taxpayer number of 11 digits, or a file number of ten (leading zeros may be left out)',
    read: (typed) => {
      const number = digitsIn(/^(\d+(?:-\d+)*)$/, typed) ?? '';
      return /^\d{5,11}$/.test(number) ? number.padStart(10, '0') : undefined;
    },
  },
  needs: 'a key, for deep',
});
