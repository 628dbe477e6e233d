import { basic, type Connect, type Credential } from '../../adapters/registries/register.js';
import { Lindas, LINDAS_ORIGIN } from './lindas.js';
import { CH, CH_ZH } from './register.js';
import { Zefix, ZEFIX_ORIGIN } from './zefix.js';

export const facts = [CH_ZH, CH];

const [USER, PASSWORD] = ['ZEFIX_USERNAME', 'ZEFIX_PASSWORD'] as const;
export const credentials: readonly Credential[] = [
  {
    variable: USER,
    with: PASSWORD,
    words: (codes) =>
      `A login at Zefix. Unset: LINDAS is asked for ${codes}, without deep verification and without deleted companies.`,
  },
  { variable: PASSWORD, with: USER, words: () => 'The password of that login.' },
];

/** With a login, uses the register itself. Without one, its public extract, which has less data. */
export const connect: Connect = ({ code, credentials: { [USER]: user, [PASSWORD]: password }, sandbox }) => {
  const canton = code === CH.code ? undefined : code.slice('ch-'.length).toUpperCase();
  const isKnown = user !== undefined && password !== undefined;
  if (!isKnown && !sandbox) {
    return {
      origin: LINDAS_ORIGIN,
      pace: { concurrency: 2, spacingMs: 1_000 },
      adapter: ({ baseUrl, client }) => new Lindas(canton, baseUrl, client),
    };
  }
  return {
    origin: ZEFIX_ORIGIN,
    pace: { concurrency: 2, spacingMs: 500 },
    ...(isKnown && { headers: { authorization: basic(user, password) } }),
    offer: { tiers: ['quick', 'deep'], coverage: 'all' },
    adapter: ({ baseUrl, client }) => new Zefix(canton, baseUrl, client),
  };
};
