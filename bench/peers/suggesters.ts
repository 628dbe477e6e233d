import type { AskedBusinesses } from '../../src/core/entities/ports.js';
import type { Jurisdictions } from '../../src/core/registries/jurisdictions.js';
import type { Registries } from '../../src/core/registries/ports.js';
import { Suggest } from '../../src/core/search/suggest.js';
import { typedWords } from '../../src/core/search/typed-name.js';
import type { Caller } from '../../src/core/accounts/account.js';
import type { OpenFinder } from './finder.js';
import { FUZZY, indexOf } from './minisearch-finder.js';
import { CODE, importAndOpen } from './mirror-finder.js';

export const AMONG_FIRST = 5;

/** The use case of the service, for a caller who has not asked for anything yet. */
export const openMirrorSuggest: OpenFinder = async (source) => {
  const { mirrors, storedBytes, close } = await importAndOpen(source);
  const state = { jurisdiction: { code: CODE }, asOf: mirrors.asOf(CODE) };
  const suggest = new Suggest(
    mirrors as unknown as Registries,
    { list: () => [state] } as unknown as Jurisdictions,
    { like: async () => [] } as unknown as AskedBusinesses,
  );
  const caller = { limits: {} } as Caller;
  return {
    find: async (typed) => {
      const { suggestions } = await suggest.run(caller, { typed, jurisdiction: undefined, limit: AMONG_FIRST });
      return suggestions.map(({ entityName }) => typedWords(entityName).join(' '));
    },
    storedBytes,
    close,
  };
};

/** Search as you type, as in MiniSearch's documentation. */
export const openMiniSearchSuggest: OpenFinder = async ({ file }) => {
  const index = await indexOf(file);
  return {
    find: async (typed) =>
      index
        .search(typed, { prefix: true, fuzzy: FUZZY, combineWith: 'AND' })
        .slice(0, AMONG_FIRST)
        .map(({ name }) => typedWords(name).join(' ')),
    storedBytes: async () => undefined,
    close: async () => undefined,
  };
};
