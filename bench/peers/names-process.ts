import { openMiniSearch } from './minisearch-finder.js';
import { openMirror } from './mirror-finder.js';
import { openTrigrams } from './trigram-finder.js';
import { openMiniSearchSuggest, openMirrorSuggest } from './suggesters.js';
import { ask, summaryOf, type Question, type Summary } from './ask.js';
import type { OpenFinder } from './finder.js';

// Imports a register, finds names in it, and reports what that took.

export interface NamesOrder {
  finder: keyof typeof FINDERS;
  file: string;
  databaseUrl: string;
  warmUp: Question[];
  /** By kind. */
  questions: Record<string, Question[]>;
}

export interface NamesResult {
  importSeconds: number;
  /** Peak during the import. */
  residentAtMost: number;
  storedBytes: number | undefined;
  kinds: Record<string, Summary>;
}

const FINDERS = {
  mirror: openMirror,
  'trigrams-0.3': openTrigrams(0.3),
  'trigrams-0.6': openTrigrams(0.6),
  minisearch: openMiniSearch,
  'mirror-suggest': openMirrorSuggest,
  'minisearch-suggest': openMiniSearchSuggest,
} satisfies Record<string, OpenFinder>;

process.on('message', (order: NamesOrder) => {
  carryOut(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function carryOut({ finder: kind, file, databaseUrl, warmUp, questions }: NamesOrder): Promise<NamesResult> {
  const startedAt = performance.now();
  const finder = await FINDERS[kind]({ file, databaseUrl });
  const importSeconds = (performance.now() - startedAt) / 1000;
  const residentAtMost = process.resourceUsage().maxRSS * 1024;
  await ask(finder, warmUp);
  const kinds: NamesResult['kinds'] = {};
  for (const [name, asked] of Object.entries(questions)) kinds[name] = summaryOf(await ask(finder, asked));
  const storedBytes = await finder.storedBytes();
  await finder.close();
  return { importSeconds, residentAtMost, storedBytes, kinds };
}
