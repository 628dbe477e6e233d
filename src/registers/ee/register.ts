import { weighted, digitsIn } from '../../core/registries/number-rule.js';
import { register } from '../../core/registries/register.js';

export const EE = register({
  code: 'ee',
  name: 'Estonia',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'active_only',
  source: {
    name: 'Registrite ja Infosüsteemide Keskus, e-äriregister',
    url: 'https://avaandmed.ariregister.rik.ee',
    licence: 'RIK open data terms',
  },
  number: {
    form: 'a registrikood: eight digits, the last of them a check digit',
    read: (typed) => {
      const number = digitsIn(/^(\d{8})$/, typed);
      return number !== undefined && checkDigit(number) === Number(number[7]) ? number : undefined;
    },
  },
  otherNames: { former: 'not published in its file' },
});

/** The remainder by 11; where it is 10, of other weights, and 0 where that is 10 too. */
function checkDigit(digits: string): number {
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7]) % 11;
  return first < 10 ? first : (weighted(digits, [3, 4, 5, 6, 7, 8, 9]) % 11) % 10;
}
