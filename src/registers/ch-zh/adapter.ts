import { basic, type Connect } from '../../adapters/registries/register.js';
import { Lindas, LINDAS_ORIGIN } from './lindas.js';
import { Zefix, ZEFIX_ORIGIN } from './zefix.js';

/** With a login, uses the register itself. Without one, its public extract, which has less data. */
export const connect: Connect = ({ credentials: { zefix }, sandbox }) => {
  if (zefix === undefined && !sandbox) {
    return {
      origin: LINDAS_ORIGIN,
      pace: { concurrency: 2, spacingMs: 1_000 },
      adapter: ({ baseUrl, client }) => new Lindas(baseUrl, client),
    };
  }
  return {
    origin: ZEFIX_ORIGIN,
    pace: { concurrency: 2, spacingMs: 500 },
    ...(zefix && { headers: { authorization: basic(zefix.username, zefix.password) } }),
    offer: { tiers: ['quick', 'deep'], coverage: 'all' },
    adapter: ({ baseUrl, client }) => new Zefix(baseUrl, client),
  };
};
