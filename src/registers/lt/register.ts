import { digitsOnly } from '../../core/registries/number-rule.js';
import { register } from '../../core/registries/register.js';

export const LT = register({
  code: 'lt',
  name: 'Lithuania',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'all',
  source: {
    name: 'Registrų centras, Juridinių asmenų registras',
    url: 'https://www.registrucentras.lt',
    licence: 'CC BY 4.0',
  },
  number: digitsOnly('a juridinio asmens kodas: nine digits, or seven or eight in older ones', /^\d{7,9}$/),
  otherNames: { former: 'not published in its files' },
});
