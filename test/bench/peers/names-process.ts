import { openMiniSearch } from './minisearch-finder.js';
import { openMirror } from './mirror-finder.js';
import { openTrigrams } from './trigram-finder.js';
import type { Finder, OpenFinder } from './finder.js';

// Takes a register in, is asked names, and tells what that took.

export interface Question {
  typed: string;
  meant: string;
}

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
  /** While it took the register in. */
  residentAtMost: number;
  storedBytes: number | undefined;
  kinds: Record<string, { p50Ms: number; p99Ms: number; recall: number }>;
}

const FINDERS = {
  mirror: openMirror,
  'trigrams-0.3': openTrigrams(0.3),
  'trigrams-0.6': openTrigrams(0.6),
  minisearch: openMiniSearch,
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
  for (const [name, asked] of Object.entries(questions)) kinds[name] = await ask(finder, asked);
  const storedBytes = await finder.storedBytes();
  await finder.close();
  return { importSeconds, residentAtMost, storedBytes, kinds };
}

async function ask(finder: Finder, questions: readonly Question[]) {
  const times: number[] = [];
  let found = 0;
  for (const { typed, meant } of questions) {
    const startedAt = performance.now();
    const names = await finder.find(typed);
    times.push(performance.now() - startedAt);
    if (names.includes(meant)) found += 1;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (at: number) => sorted[Math.ceil(sorted.length * at) - 1] ?? 0;
  return { p50Ms: quantile(0.5), p99Ms: quantile(0.99), recall: found / questions.length };
}
