import { bestWay } from '../../src/core/matching/comparing/best-way.js';
import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { sumEvidence, WEIGHTS, type EvidenceName } from '../../src/core/matching/comparing/evidence.js';
import { parseName, type NormalisedName } from '../../src/core/matching/parsing/normalise.js';
import type { RegisterWords } from '../../src/core/registries/register-words.js';
import { ACCEPTED, NEAR } from '../../src/core/matching/comparing/rules.js';
import { runCommand, UsageError } from '../../src/commands/cli/command.js';
import { BASELINES } from './baselines.js';
import { calibrationTable } from './calibration-table.js';
import { fittedWeights, type EvidencePair } from './fitted-weights.js';
import { groupedBy } from './grouping.js';
import { kindOf, readLabelledPairs, selectPart, type LabelledPair } from './labelled-pairs.js';
import { rankingOf, tenthsOf, type Scored } from './metrics.js';
import { wordsBySource } from './own-words.js';
import {
  ADDRESS_SUPPORTS,
  fittedSupport,
  recallAtPrecision98,
  scorePair,
  scoreWithOfficers,
  type ScoredPair,
} from './with-evidence.js';
import { SUPPORT, type Support } from '../../src/core/matching/evidence/evidence.js';

const COMMAND = {
  name: 'match-report',
  typed: 'npm run bench -- match-report',
  summary: 'Measures the matcher on labelled pairs, next to plain string measures on the same pairs.',
  forms: ['FILE.csv'],
  options: {
    part: { type: 'string', value: 'PART', help: 'tuning or held-out; all pairs unless given' },
    'own-words': { type: 'boolean', help: 'weigh words by how common they are in the names of the file' },
    addresses: { type: 'boolean', help: 'compare names alone with names and addresses, and fit the weights of these' },
    officers: { type: 'boolean', help: 'likewise with officers' },
    calibrate: { type: 'boolean', help: 'print the table of src/core/matching/comparing/calibration.ts instead' },
    weigh: {
      type: 'boolean',
      help: 'print the weights of src/core/matching/comparing/evidence.ts and those that fit these pairs',
    },
  },
} as const;
const PAIRS_FOR_SPEED = 40_000;

interface Choice {
  part: 'tuning' | 'held-out' | undefined;
  ownWords: boolean;
}

type Words = (pair: LabelledPair) => RegisterWords | undefined;

async function report(file: string, { part, ownWords }: Choice): Promise<void> {
  const { pairs, words } = await readPart(file, { part, ownWords });
  const confidenceOf = (pair: LabelledPair) => compareNames(...readPair(pair, words)).confidence;
  const names = pairs.filter((pair) => kindOf(pair) === 'names');
  print(
    `${file}${part === undefined ? '' : `, ${part} part`}${ownWords ? ', with the words of its own names' : ''}: ${pairs.length} pairs, ${names.length} of them decided by names alone\n`,
  );
  const scored = names.map((pair) => ({ score: confidenceOf(pair), same: pair.same }));
  printRankings(names, scored);
  printSiblings(
    pairs.filter((pair) => kindOf(pair) === 'siblings'),
    confidenceOf,
  );
  printRenames(
    pairs.filter((pair) => kindOf(pair) === 'renames'),
    confidenceOf,
  );
  printKinds(pairs, confidenceOf);
  // Pairs that a rule holds for review are left out, because their confidence is lower than it
  // could be: see docs/explanation/matching.md.
  const settled = names.filter(
    (pair) => !compareNames(...readPair(pair, words)).explanation[0]?.startsWith('for review: '),
  );
  printCalibration(settled.map((pair) => ({ score: confidenceOf(pair), same: pair.same })));
  print(`Speed: ${pairsPerSecond(names, confidenceOf)} pairs per second of one core`);
}

async function readPart(file: string, { part, ownWords }: Choice): Promise<{ pairs: LabelledPair[]; words: Words }> {
  const all = await readLabelledPairs(file);
  const words = ownWords ? wordsBySource(all) : () => undefined;
  return { pairs: part === undefined ? all : selectPart(all, part), words };
}

function readPair(pair: LabelledPair, words: Words): [NormalisedName, NormalisedName] {
  const { nameA, nameB, jurisdiction } = pair;
  const own = words(pair);
  return [parseName(nameA, jurisdiction, own), parseName(nameB, jurisdiction, own)];
}

/**
 * Returns how many pairs are parsed and compared per second of processor time, once all code is
 * compiled.
 */
function pairsPerSecond(pairs: readonly LabelledPair[], confidenceOf: (pair: LabelledPair) => number): number {
  let count = 0;
  const started = process.cpuUsage();
  while (count < PAIRS_FOR_SPEED) {
    for (const pair of pairs) confidenceOf(pair);
    count += Math.max(1, pairs.length);
  }
  const { user, system } = process.cpuUsage(started);
  return Math.round(count / ((user + system) / 1e6));
}

function printRankings(names: readonly LabelledPair[], scored: readonly Scored[]): void {
  printRow(['Measure', 'avg. precision', 'best F1', 'precision at recall 0.95']);
  printRanking('Standing', scored);
  for (const { name, similarity } of BASELINES) {
    const caseless = names.map(({ nameA, nameB, same }) => ({
      score: similarity(nameA.toUpperCase(), nameB.toUpperCase()),
      same,
    }));
    printRanking(`${name}, upper case`, caseless);
    const cores = names.map((pair) => ({ score: similarity(...coresOf(pair)), same: pair.same }));
    printRanking(`${name}, folded, no legal form`, cores);
  }
  print('');
}

function coresOf({ nameA, nameB, jurisdiction }: LabelledPair): [string, string] {
  return [parseName(nameA, jurisdiction).words.join(' '), parseName(nameB, jurisdiction).words.join(' ')];
}

function printRanking(name: string, scored: readonly Scored[]): void {
  const { averagePrecision, bestF1, precisionAtRecall95 } = rankingOf(scored);
  printRow([name, averagePrecision.toFixed(3), bestF1.toFixed(3), precisionAtRecall95.toFixed(3)]);
}

function printSiblings(pairs: readonly LabelledPair[], confidenceOf: (pair: LabelledPair) => number): void {
  if (pairs.length === 0) return;
  printRow(['Siblings (all different)', 'pairs', `at ${ACCEPTED} and more`, 'share']);
  for (const [kind, members] of groupedBy(pairs, ({ category }) => category)) {
    const accepted = members.filter((pair) => confidenceOf(pair) >= ACCEPTED).length;
    printRow([kind, `${members.length}`, `${accepted}`, percent(accepted / members.length)]);
  }
  print('');
}

function printRenames(pairs: readonly LabelledPair[], confidenceOf: (pair: LabelledPair) => number): void {
  if (pairs.length === 0) return;
  const accepted = pairs.filter((pair) => confidenceOf(pair) >= ACCEPTED).length;
  print(`Renames (previous names have to be loaded as such): ${accepted} of ${pairs.length} at ${ACCEPTED} and more\n`);
}

/** Prints the pairs whose kinds are `group/kind`. */
function printKinds(pairs: readonly LabelledPair[], confidenceOf: (pair: LabelledPair) => number): void {
  const kinds = pairs.filter(({ category }) => category.includes('/'));
  if (kinds.length === 0) return;
  printRow(['Kind', 'pairs', `at ${ACCEPTED} and more`, `at ${NEAR} and more`]);
  for (const [group, members] of groupedBy(kinds, ({ category }) => category.slice(0, category.indexOf('/')))) {
    const share = (least: number) =>
      percent(members.filter((pair) => confidenceOf(pair) >= least).length / members.length);
    printRow([group, `${members.length}`, share(ACCEPTED), share(NEAR)]);
  }
  print('');
}

function printCalibration(scored: readonly Scored[]): void {
  printRow(['Confidence without a rule', 'pairs', 'stated', 'observed']);
  for (const { from, pairs, stated, observed } of tenthsOf(scored)) {
    printRow([`${from} to ${from === 90 ? 100 : from + 9}`, `${pairs}`, stated.toFixed(1), observed.toFixed(1)]);
  }
  print('');
}

/**
 * Reads the pairs whose names are not just spellings of each other. Weights and calibration are
 * made from them.
 */
async function readEvidence(file: string, choice: Choice): Promise<EvidencePair[]> {
  const { pairs, words } = await readPart(file, choice);
  return pairs
    .filter((pair) => kindOf(pair) === 'names')
    .flatMap((pair) => {
      const [a, b] = readPair(pair, words);
      return a.key === b.key ? [] : [{ evidence: bestWay(a, b).evidence, same: pair.same }];
    });
}

function printCalibrationTable(pairs: readonly EvidencePair[]): void {
  const scored = pairs.map(({ evidence, same }) => ({ score: sumEvidence(evidence), same }));
  for (const [score, confidence] of calibrationTable(scored)) print(`  [${score}, ${confidence}],`);
}

function printWeights(pairs: readonly EvidencePair[]): void {
  const names = Object.keys(WEIGHTS) as EvidenceName[];
  const fitted = fittedWeights(names, pairs);
  printRow(['Evidence', 'pairs', 'weight', 'fitted']);
  names.forEach((name, at) => {
    const found = pairs.filter(({ evidence }) => evidence[name] !== undefined).length;
    printRow([name, `${found}`, `${WEIGHTS[name]}`, (fitted[at] ?? 0).toFixed(2)]);
  });
}

interface GivenBeside {
  what: string;
  score: (pair: LabelledPair) => ScoredPair;
  supports: readonly Support[];
}

const ADDRESSES: GivenBeside = { what: 'addresses', score: (pair) => scorePair(pair), supports: ADDRESS_SUPPORTS };
const OFFICERS: GivenBeside = { what: 'officers', score: (pair) => scoreWithOfficers(pair), supports: ['officer'] };

async function reportEvidence(file: string, choice: Choice, { what, score, supports }: GivenBeside): Promise<void> {
  const { pairs } = await readPart(file, choice);
  const named = pairs.filter((pair) => kindOf(pair) === 'names');
  const own = named.filter(({ addresses }) => addresses).length;
  const scored = named.map(score);
  const theirs =
    what === 'addresses' ? `${own} with addresses of their own, the others with made ones` : `with made ${what}`;
  print(`${file}: ${named.length} pairs, ${theirs}\n`);
  printRow(['Measure', 'names alone', `with ${what}`]);
  const [names, both] = [scoresBy(scored, 'names'), scoresBy(scored, 'withEvidence')];
  const [alone, together] = [rankingOf(names), rankingOf(both)];
  printMeasure('recall at precision 0.98', recallAtPrecision98(names), recallAtPrecision98(both));
  printMeasure('average precision', alone.averagePrecision, together.averagePrecision);
  printMeasure('best F1', alone.bestF1, together.bestF1);
  printMeasure('precision at recall 0.95', alone.precisionAtRecall95, together.precisionAtRecall95);
  print('');
  printRow(['Recall at precision 0.98, by source', 'names alone', `with ${what}`]);
  for (const [source, members] of groupedBy(named, (pair) => pair.source || 'all')) {
    const of = members.map(score);
    printMeasure(source, recallAtPrecision98(scoresBy(of, 'names')), recallAtPrecision98(scoresBy(of, 'withEvidence')));
  }
  print(`\nWhere ${what} agree:`);
  printCalibration(
    scoresBy(
      scored.filter(({ agrees }) => agrees),
      'withEvidence',
    ),
  );
  print('All pairs:');
  printCalibration(both);
  printRow(['Evidence', 'pairs', 'weight', 'fitted']);
  for (const kind of supports) {
    const found = scored.filter(({ agrees, isFree }) => agrees === kind && isFree).length;
    printRow([kind, `${found}`, `${SUPPORT[kind]}`, fittedSupport(scored, kind).toFixed(2)]);
  }
}

function scoresBy(scored: readonly ScoredPair[], by: 'names' | 'withEvidence'): Scored[] {
  return scored.map((pair) => ({ score: pair[by], same: pair.same }));
}

function printMeasure(name: string, alone: number, together: number): void {
  printRow([name, alone.toFixed(3), together.toFixed(3)]);
}

const COLUMN_WIDTHS = [38, 16, 16];

function printRow(cells: readonly string[]): void {
  print(cells.map((cell, at) => cell.padEnd(COLUMN_WIDTHS[at] ?? 0)).join(''));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runCommand(COMMAND, async ({ values, positionals: [file, ...rest] }) => {
  const { part, calibrate, weigh } = values;
  if (file === undefined) throw new UsageError('give a file of pairs');
  if (rest.length > 0) throw new UsageError(`give one file only: unexpected "${rest[0]}"`);
  if (part !== undefined && part !== 'tuning' && part !== 'held-out') {
    throw new UsageError(`--part must be tuning or held-out (it is "${part}")`);
  }
  const choice: Choice = { part, ownWords: values['own-words'] === true };
  if (calibrate) printCalibrationTable(await readEvidence(file, choice));
  else if (values.addresses) await reportEvidence(file, choice, ADDRESSES);
  else if (values.officers) await reportEvidence(file, choice, OFFICERS);
  else if (weigh) printWeights(await readEvidence(file, choice));
  else await report(file, choice);
});
