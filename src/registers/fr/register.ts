import { register, type RegisterFacts } from '../../core/registries/register.js';
import { digitsIn } from '../../core/registries/number-rule.js';

/** One register for the region and for the whole country. It publishes each unit's region. */
const shared = {
  folder: 'fr',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep' },
  source: {
    name: 'Recherche d’entreprises (Insee Sirene, INPI RNE)',
    url: 'https://recherche-entreprises.api.gouv.fr',
    licence: 'Licence Ouverte 2.0',
  },
  authority: 'RA000189',
  wellKnown: 'La Poste',
  number: {
    form: 'a SIREN of nine digits, a SIRET of 14 or a French VAT number, with the right check digits',
    read: (typed: string) => sirenOf(typed) ?? sirenOfSiret(typed) ?? sirenOfVatNumber(typed),
  },
  otherNames: { trade: 'brand and acronym' },
} as const satisfies Partial<RegisterFacts>;

export const FR_IDF = register({ ...shared, code: 'fr-idf', name: 'Île-de-France' });
export const FR = register({ ...shared, code: 'fr', name: 'France', optIn: true });

const SIREN = String.raw`\d{3} ?\d{3} ?\d{3}`;

function sirenOf(typed: string): string | undefined {
  const siren = digitsIn(new RegExp(`^(\\d{1,8}|${SIREN})$`), typed)?.padStart(9, '0');
  return siren !== undefined && passesLuhn(siren) ? siren : undefined;
}

/** A SIRET is the SIREN of the business plus five digits for one of its establishments. */
function sirenOfSiret(typed: string): string | undefined {
  const siret = digitsIn(new RegExp(`^(\\d{10,13}|${SIREN} ?\\d{5})$`), typed)?.padStart(14, '0');
  const siren = siret && sirenOf(siret.slice(0, 9));
  if (siret === undefined || siren === undefined) return undefined;
  return passesLuhn(siret) || isOfLaPoste(siret) ? siren : undefined;
}

/**
 * La Poste has more establishments than Luhn's check allows. The digits of its SIRETs add up to a
 * multiple of five instead.
 */
function isOfLaPoste(siret: string): boolean {
  return siret.startsWith('356000000') && [...siret].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0;
}

/** FR, a key of two characters and the SIREN. A key of two digits is computed from the SIREN. */
function sirenOfVatNumber(typed: string): string | undefined {
  const [, key = '', digits = ''] = new RegExp(`^FR ?([0-9A-HJ-NP-Z]{2}) ?(${SIREN})$`).exec(typed) ?? [];
  const siren = sirenOf(digits);
  if (siren === undefined) return undefined;
  return /[A-Z]/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97 ? siren : undefined;
}

/** ISO/IEC 7812-1: every second digit from the right is doubled. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
