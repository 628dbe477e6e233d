import { register } from '../../core/registries/register.js';
import { digitsIn, endsInModulo11 } from '../../core/registries/number-rule.js';

/** One register for the country and for each canton. */
const zefix = {
  folder: 'ch',
  tiers: ['quick'],
  coverage: 'active_only',
  source: {
    name: 'Zefix, Federal Office of Justice',
    url: 'https://www.zefix.admin.ch',
    licence: 'Open use, source must be named',
  },
  authority: 'RA000549',
  wellKnown: 'Zürcher Kantonalbank',
  number: {
    form: 'a UID: CHE and nine digits, the last of them a check digit',
    read: (typed: string) => {
      const digits = digitsIn(/^(?:CHE[ -]?)?(\d{3}[. ]?\d{3}[. ]?\d{3})(?:[ -]?(?:MWST|TVA|IVA|HR))?$/, typed);
      return digits !== undefined && endsInModulo11(digits, [5, 4, 3, 2, 7, 6, 5, 4]) ? `CHE${digits}` : undefined;
    },
  },
  otherNames: { former: 'by number alone, with a login', trade: 'the name in other languages' },
  needs: 'a login, for deep and all',
} as const;

export const CH_ZH = register({ ...zefix, code: 'ch-zh', name: 'Zürich' });

export const CH = register({ ...zefix, code: 'ch', name: 'Switzerland', optIn: true });
