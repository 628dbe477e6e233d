import { register, type RegisterFacts } from '../../core/registries/register.js';
import { digitsIn, endsInModulo11 } from '../../core/registries/number-rule.js';

/** One register for Oslo and for the whole country. */
const shared = {
  folder: 'no',
  tiers: ['quick', 'deep'],
  coverage: 'active_only',
  publishes: { officers: 'deep' },
  source: {
    name: 'Brønnøysundregistrene, Enhetsregisteret',
    url: 'https://data.brreg.no',
    licence: 'NLOD 2.0',
  },
  authority: 'RA000473',
  wellKnown: 'DNB Bank ASA',
  number: {
    form: 'an organisasjonsnummer: nine digits, the last of them a check digit',
    read: (typed: string) => {
      const number = digitsIn(/^(?:NO ?)?(\d{3} ?\d{3} ?\d{3})(?: ?MVA)?$/, typed);
      return number !== undefined && endsInModulo11(number, [3, 2, 7, 6, 5, 4, 3, 2]) ? number : undefined;
    },
  },
  otherNames: { former: 'not offered: a unit has one name, in every recorded answer' },
} as const satisfies Partial<RegisterFacts>;

export const NO_03 = register({ ...shared, code: 'no-03', name: 'Oslo' });
export const NO = register({ ...shared, code: 'no', name: 'Norway', optIn: true });
