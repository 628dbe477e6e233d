import { digitsIn, endsAsIco } from '../../core/registries/number-rule.js';
import { register } from '../../core/registries/register.js';

export const SK = register({
  code: 'sk',
  name: 'Slovakia',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep' },
  source: {
    name: 'Register právnických osôb, Štatistický úrad SR',
    url: 'https://rpo.statistics.sk',
    licence: 'CC BY 4.0',
  },
  wellKnown: 'SLOVNAFT, a.s.',
  number: {
    form: 'an IČO: eight digits (leading zeros may be left out), the last of them a check digit',
    read: (typed) => {
      const whole = digitsIn(/^(\d{6,8}|\d{2} \d{3} \d{3})$/, typed)?.padStart(8, '0');
      return whole !== undefined && endsAsIco(whole) ? whole : undefined;
    },
  },
  otherNames: { former: 'with first and last day' },
});
