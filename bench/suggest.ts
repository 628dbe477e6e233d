import fs from 'node:fs/promises';
import path from 'node:path';
import { MAX_BATCH_ROWS } from '../src/core/limits.js';
import { typedWords } from '../src/core/search/typed-name.js';
import type { Bench } from './bench.js';
import { writeFictionalBulkFile } from './fictional-bulk-file.js';
import { mistyped, seeded } from './fictional-names.js';
import type { Question, Summary } from './peers/ask.js';
import { inItsProcess } from './peers/names.js';
import type { NamesOrder, NamesResult } from './peers/names-process.js';
import { AMONG_FIRST } from './peers/suggesters.js';
import { installPeers, versioned } from './peers/installed.js';
import { figure, type Figure, type Report } from './report.js';
import { makeApiKeys, seededDatabase } from './seed.js';
import { askBeside, type Beside } from './suggest-beside.js';

const ASKED_NAMES = 200;
/** Records per asked name, so that a small register is asked fewer. */
const RECORDS_OF_ASKED = 50;
/**
 * One asked name in this many is typed letter by letter, because an engine that reads a million
 * names per keystroke is slow.
 */
const ASKED_OF_KEYSTROKES = 20;
const WARM_UP = 20;
const FIRST_KEYSTROKE = 3;
const SEED = 17;
/** Records that fit in the heap of the MiniSearch process. */
const MAX_IN_MEMORY = 3_000_000;

/**
 * Measures suggestions for every keystroke of names of a register, and for whole names with one
 * typo: at rest, beside a batch and an import, and compared with an engine that holds all names in
 * memory. Names that differ only by a dot or a comma count as equal.
 */
export async function benchSuggest(bench: Bench): Promise<Report> {
  const { stage, rows, say } = bench;
  const file = path.join(stage.scratch, 'fictional.txt');
  const names = await writeFictionalBulkFile(file, rows, Math.max(1, Math.floor(rows / MAX_BATCH_ROWS)));
  const asked = Math.min(ASKED_NAMES, Math.floor(rows / RECORDS_OF_ASKED));
  const questions = questionsOf(everyOf(names, Math.floor(names.length / asked)));
  const apiKeys = makeApiKeys(2) as [string, string];
  const databaseUrl = await seededDatabase(stage, apiKeys, 0);
  try {
    say('  the mirror');
    const figures = figuresOf(
      'the mirror',
      await inItsProcess({ finder: 'mirror-suggest', file, databaseUrl, ...questions }),
    );
    figures.push(...besideFigures(await askBeside(bench, { databaseUrl, apiKeys, names, ...questions })));
    if (rows <= MAX_IN_MEMORY) {
      installPeers();
      const engine = versioned('minisearch');
      say(`  ${engine}`);
      figures.push(
        ...figuresOf(engine, await inItsProcess({ finder: 'minisearch-suggest', file, databaseUrl, ...questions })),
      );
    }
    return { path: 'suggest', title: `Suggestions among ${rows} records`, sides: [], figures };
  } finally {
    await fs.rm(file);
  }
}

function everyOf(names: readonly string[], step: number): string[] {
  return names.filter((_, at) => at % step === 0);
}

function questionsOf(samples: readonly string[]): Pick<NamesOrder, 'warmUp' | 'questions'> {
  const chance = seeded(SEED);
  const meant = (name: string, typed: string): Question => ({ typed, meant: typedWords(name).join(' ') });
  const letterByLetter = samples.slice(0, Math.ceil(samples.length / ASKED_OF_KEYSTROKES));
  const keystrokes = letterByLetter.flatMap((name) => {
    const lengths = Array.from({ length: name.length - FIRST_KEYSTROKE }, (_, at) => FIRST_KEYSTROKE + at);
    return lengths.map((length) => meant(name, name.slice(0, length)));
  });
  return {
    warmUp: samples.slice(0, WARM_UP).map((name) => meant(name, name)),
    questions: {
      [KEYSTROKE]: keystrokes,
      'the whole name': samples.map((name) => meant(name, name)),
      'one typo': samples.map((name) => meant(name, mistyped(name, chance))),
    },
  };
}

const KEYSTROKE = 'a keystroke';

function figuresOf(who: string, { importSeconds, residentAtMost, kinds }: NamesResult): Figure[] {
  return [
    figure('suggest', `${who}: import`, importSeconds, 's'),
    figure('suggest', `${who}: resident at most`, residentAtMost / 1e6, 'MB'),
    ...kindFigures(who, kinds),
  ];
}

function besideFigures({ kinds, recordsPerSecond, rowsPerSecond }: Beside): Figure[] {
  const who = 'beside a batch and an import';
  return [
    figure('suggest', `${who}: records imported`, recordsPerSecond, '/s'),
    figure('suggest', `${who}: rows answered`, rowsPerSecond, '/s'),
    ...kindFigures(who, kinds),
  ];
}

function kindFigures(who: string, kinds: Record<string, Summary>): Figure[] {
  return Object.entries(kinds).flatMap(([kind, { p50Ms, p95Ms, recall }]) => [
    figure('suggest', `${who}: ${kind}, p50`, p50Ms, 'ms'),
    figure('suggest', `${who}: ${kind}, p95`, p95Ms, 'ms'),
    // Three letters can stand for any of thousands of names.
    ...(kind === KEYSTROKE ? [] : [figure('suggest', `${who}: ${kind}, recall@${AMONG_FIRST}`, recall)]),
  ]);
}
