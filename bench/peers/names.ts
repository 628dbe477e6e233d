import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RUN_TYPESCRIPT } from '../../test/setup/run-typescript.js';
import type { Bench } from '../bench.js';
import { writeFictionalBulkFile } from '../fictional-bulk-file.js';
import { mistyped, seeded, swapped } from '../fictional-names.js';
import { figure, type Figure } from '../report.js';
import { connect, seededDatabase } from '../seed.js';
import type { Question } from './ask.js';
import { AMONG_FIRST } from './finder.js';
import type { NamesOrder, NamesResult } from './names-process.js';
import { installPeers, versioned } from './installed.js';

const ASKED_NAMES = 300;
const WARM_UP = 30;
const SEED = 11;
/** MiniSearch keeps everything in the heap. */
const HEAP = '--max-old-space-size=8192';

/**
 * Imports one register of fictional names into each of the finders and asks it questions. Each runs
 * in its own process, one after the other.
 */
export async function compareNames({ stage, rows, say }: Bench): Promise<Figure[]> {
  installPeers();
  const file = path.join(stage.scratch, 'fictional.txt');
  // Twice as many as needed, because some do not have two words to swap.
  const samples = await writeFictionalBulkFile(file, rows, Math.max(1, Math.floor(rows / ASKED_NAMES / 2)));
  const databaseUrl = await seededDatabase(stage, [], 0);
  const session = await connect(databaseUrl);
  const { rows: extensions } = await session.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'pg_trgm'`,
  );
  await session.end();
  const trigrams = `pg_trgm ${extensions[0]?.version}`;
  const finders: [NamesOrder['finder'], name: string][] = [
    ['mirror', 'the mirror'],
    ['trigrams-0.3', `${trigrams}, threshold 0.3`],
    ['trigrams-0.6', `${trigrams}, threshold 0.6`],
    ['minisearch', versioned('minisearch')],
  ];
  const figures: Figure[] = [];
  try {
    for (const [finder, name] of finders) {
      say(`  names by ${name}`);
      const url = finder === 'mirror' ? databaseUrl : await stage.newDatabase();
      const result = await inItsProcess({ finder, file, databaseUrl: url, ...questionsOf(samples) });
      figures.push(...figuresOf(`names, ${name}`, result));
    }
  } finally {
    await fs.rm(file);
  }
  return figures;
}

function questionsOf(samples: readonly string[]): Pick<NamesOrder, 'warmUp' | 'questions'> {
  const chance = seeded(SEED);
  const names = samples.filter((name) => swapped(name) !== undefined);
  const asked = (typedAs: (name: string) => string, of = names.slice(WARM_UP, WARM_UP + ASKED_NAMES)): Question[] =>
    of.map((meant) => ({ typed: typedAs(meant), meant }));
  return {
    warmUp: asked((name) => name, names.slice(0, WARM_UP)),
    questions: {
      'as it is': asked((name) => name),
      'one typo': asked((name) => mistyped(name, chance)),
      'two words swapped': asked((name) => swapped(name)!),
    },
  };
}

export async function inItsProcess(order: NamesOrder): Promise<NamesResult> {
  const child = fork(fileURLToPath(new URL('names-process.ts', import.meta.url)), {
    execArgv: [HEAP, ...RUN_TYPESCRIPT],
    serialization: 'advanced',
  });
  try {
    child.send(order);
    const ended = once(child, 'exit').then(() => ({ error: 'it ended' }));
    const told = once(child, 'message').then(([message]) => message as NamesResult | { error: string });
    const result = await Promise.race([told, ended]);
    if ('error' in result) throw new Error(`names by ${order.finder}: ${result.error}`);
    return result;
  } finally {
    child.kill();
  }
}

function figuresOf(who: string, { importSeconds, residentAtMost, storedBytes, kinds }: NamesResult): Figure[] {
  return [
    figure('peers', `${who}: import`, importSeconds, 's'),
    figure('peers', `${who}: resident at most`, residentAtMost / 1e6, 'MB'),
    ...(storedBytes === undefined ? [] : [figure('peers', `${who}: on the disk`, storedBytes / 1e6, 'MB')]),
    ...Object.entries(kinds).flatMap(([kind, { p50Ms, p99Ms, recall }]) => [
      figure('peers', `${who}: ${kind}, p50`, p50Ms, 'ms'),
      figure('peers', `${who}: ${kind}, p99`, p99Ms, 'ms'),
      figure('peers', `${who}: ${kind}, recall@${AMONG_FIRST}`, recall),
    ]),
  ];
}
