import { register } from '../../core/registries/register.js';
import { weighted } from '../../core/registries/number-rule.js';

const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];
const NIT = /^(?:NIT[.:]? ?)?0*([1-9]\d{4,14}|[1-9]\d{0,2}(?:\.\d{3}){2,4})(?: ?- ?(\d))?$/;
/**
 * Ten digits that begin like the nine of a company: the tenth is a check digit without a hyphen.
 */
const RUN_TOGETHER = /^[89]\d{9}$/;
const REGISTRATION = /^(\d{1,2}) ?- ?([A-Z]{0,3}\d{1,12})$/;

export const CO = register({
  code: 'co',
  name: 'Colombia',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep', office: 'never' },
  source: {
    name: 'Confecámaras, Registro Único Empresarial y Social (RUES)',
    url: 'https://www.datos.gov.co/d/c82u-588k',
    licence: 'CC BY-SA 4.0',
  },
  wellKnown: 'Ecopetrol S.A.',
  number: {
    form: 'a NIT: nine digits, also with dots, and its check digit behind a hyphen or left out; or, for a business without one, the chamber and number of its registration: 04-2856664',
    read: (typed) => nitOf(typed) ?? registrationOf(typed),
  },
  mistakenFor: ['us-co'],
});

/** Returns the number without its check digit. */
function nitOf(typed: string): string | undefined {
  const [, written = '', check] = NIT.exec(typed) ?? [];
  const number = written.replaceAll('.', '');
  if (number === '' || (check === undefined && RUN_TOGETHER.test(number))) return undefined;
  return check === undefined || Number(check) === checkDigit(number) ? number : undefined;
}

function checkDigit(number: string): number {
  const digits = [...number].toReversed().join('');
  const rest = weighted(digits, WEIGHTS.slice(0, digits.length)) % 11;
  return rest > 1 ? 11 - rest : rest;
}

function registrationOf(typed: string): string | undefined {
  const [, chamber, number] = REGISTRATION.exec(typed) ?? [];
  return chamber === undefined ? undefined : `${chamber.padStart(2, '0')}-${number ?? ''}`;
}
