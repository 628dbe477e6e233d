import { AMONG_FIRST, type OpenFinder } from './finder.js';
import { peer } from './installed.js';
import { recordsOf } from './records.js';

const RECORDS_PER_ADDITION = 1_000;
/** Share of a word's letters that may differ, as in MiniSearch's documentation. */
export const FUZZY = 0.2;

/** The part of MiniSearch that is used here. */
interface Index {
  addAll(records: { id: string; name: string }[]): void;
  search(typed: string, options: Record<string, unknown>): { name: string }[];
}

/** Indexes all names in the memory of the process. The index is lost on a restart. */
export async function indexOf(file: string): Promise<Index> {
  const { default: MiniSearch } = await peer('minisearch');
  const index: Index = new MiniSearch({ fields: ['name'], storeFields: ['name'] });
  let records: { id: string; name: string }[] = [];
  for await (const { id, name } of recordsOf(file)) {
    records.push({ id, name });
    if (records.length < RECORDS_PER_ADDITION) continue;
    index.addAll(records);
    records = [];
  }
  index.addAll(records);
  return index;
}

export const openMiniSearch: OpenFinder = async ({ file }) => {
  const index = await indexOf(file);
  return {
    find: async (typed) =>
      index
        .search(typed, { fuzzy: FUZZY })
        .slice(0, AMONG_FIRST)
        .map(({ name }) => name),
    storedBytes: async () => undefined,
    close: async () => undefined,
  };
};
