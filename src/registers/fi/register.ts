import { register } from '../../core/registries/register.js';
import { digitsIn, endsInModulo11 } from '../../core/registries/number-rule.js';

/** One register for the country and for each region. */
const openData = {
  folder: 'fi',
  tiers: ['quick'],
  coverage: 'active_only',
  source: {
    name: 'Finnish Patent and Registration Office (PRH)',
    url: 'https://avoindata.prh.fi',
    licence: 'CC BY 4.0',
  },
  authority: 'RA000188',
  wellKnown: 'Nokia Oyj',
  number: {
    form: 'a Y-tunnus: seven digits, a hyphen and a check digit',
    read: (typed: string) => {
      const number = digitsIn(/^(?:FI ?)?(\d{6,7}-?\d)$/, typed)?.padStart(8, '0');
      if (number === undefined || !endsInModulo11(number, [7, 9, 10, 5, 8, 4, 2])) return undefined;
      return `${number.slice(0, 7)}-${number.slice(7)}`;
    },
  },
  otherNames: { former: 'with first and last day', trade: 'with first and last day' },
} as const;

export const FI_18 = register({ ...openData, code: 'fi-18', name: 'Uusimaa' });

export const FI = register({ ...openData, code: 'fi', name: 'Finland', optIn: true });
