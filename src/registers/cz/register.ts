import { register, type RegisterFacts } from '../../core/registries/register.js';
import { digitsIn, endsAsIco } from '../../core/registries/number-rule.js';

/** One register for Prague and for the whole country. It publishes each subject's region. */
const shared = {
  folder: 'cz',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep' },
  source: {
    name: 'ARES, Ministerstvo financí České republiky',
    url: 'https://ares.gov.cz',
    licence: 'Open data of the Czech Ministry of Finance',
  },
  authority: 'RA000163',
  wellKnown: 'Komerční banka, a.s.',
  number: {
    form: 'an IČO: eight digits (leading zeros may be left out), the last of them a check digit',
    read: (typed: string) => {
      const whole = digitsIn(/^(?:CZ ?)?(\d{4,8}|\d{3} \d{2} \d{3})$/, typed)?.padStart(8, '0');
      return whole !== undefined && endsAsIco(whole) ? whole : undefined;
    },
  },
  otherNames: { former: 'by number alone, with first and last day: of companies, not of sole traders' },
} as const satisfies Partial<RegisterFacts>;

export const CZ_10 = register({ ...shared, code: 'cz-10', name: 'Praha' });
export const CZ = register({ ...shared, code: 'cz', name: 'Czechia', optIn: true });
