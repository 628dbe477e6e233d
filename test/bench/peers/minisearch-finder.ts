import MiniSearch from 'minisearch';
import { AMONG_FIRST, type OpenFinder } from './finder.js';
import { recordsOf } from './records.js';

const RECORDS_PER_ADDITION = 1_000;
/** Of a word's letters, as its documentation has it. */
const FUZZY = 0.2;

/** In the memory of the process, from where a restart takes it. */
export const openMiniSearch: OpenFinder = async ({ file }) => {
  const index = new MiniSearch<{ id: string; name: string }>({ fields: ['name'], storeFields: ['name'] });
  let records: { id: string; name: string }[] = [];
  for await (const { id, name } of recordsOf(file)) {
    records.push({ id, name });
    if (records.length < RECORDS_PER_ADDITION) continue;
    index.addAll(records);
    records = [];
  }
  index.addAll(records);
  return {
    find: async (typed) =>
      index
        .search(typed, { fuzzy: FUZZY })
        .slice(0, AMONG_FIRST)
        .map(({ name }) => String(name)),
    storedBytes: async () => undefined,
    close: async () => undefined,
  };
};
