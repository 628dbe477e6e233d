// npm run test:mutation [-- --seed N --from N --count N --only N,N --layer core --suites N]: plants faults in the sources one by one, each in a copy of the
// repository, and runs the suites nearest to it until one fails. It ends with 1 where fewer than 95 % of the faults that compile are noticed.
// Stryker cannot do it here: it needs Node 22, runs jest with an environment of its own in place of its runtime (the one in test/setup that
// compiles a module once), sees nothing of the compiled programs that the journeys start, and draws no even sample: all 30,000 faults would take weeks.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Compiler, outputOf } from './compiler.js';
import { withFault } from './faults.js';
import { Lane } from './lane.js';
import { nearestSuites } from './nearest-suites.js';
import { plannedMutants, type Mutant } from './plan.js';

interface Verdict extends Mutant {
  /** Undefined where nothing noticed. */
  noticedBy?: string | undefined;
  suites: number;
  ms: number;
}

interface Equivalent {
  file: string;
  text: string;
  after: string;
  reason: string;
}

const LANES = 2;
const LEAST_SHARE = 0.95;

const repository = path.resolve(import.meta.dirname, '../..');
const USAGE = `usage: npm run test:mutation [-- options]
  --seed N      which faults are drawn
  --from N      the number of the first
  --count N     how many
  --only N,N    these alone
  --layer NAME  core, adapters or modules alone
  --suites N    how many of the nearest suites are run`;
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    only: { type: 'string' },
    layer: { type: 'string' },
    suites: { type: 'string', default: '20' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const only = values.only?.split(',').map(Number);
const from = only === undefined ? Number(values.from) : Math.min(...only);
const to = only === undefined ? from + Number(values.count) - 1 : Math.max(...only);

const equivalents = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'equivalent.json'), 'utf8'),
) as Equivalent[];
const compiler = new Compiler(repository);
const soundSuites = new Map<string, boolean>();

function* chosenMutants(): Generator<Mutant, undefined> {
  for (const mutant of plannedMutants(repository, Number(values.seed))) {
    if (mutant.number > to) return;
    if (mutant.number < from || (only !== undefined && !only.includes(mutant.number))) continue;
    if (values.layer !== undefined && values.layer !== mutant.layer) continue;
    const equivalent = equivalentTo(mutant);
    if (equivalent === undefined) yield mutant;
    else print(`${placeOf(mutant)}: no difference: ${equivalent.reason}`);
  }
}

function equivalentTo({ file, text, after }: Mutant): Equivalent | undefined {
  return equivalents.find((one) => one.file === file && one.text === text && one.after === after);
}

async function judge(lane: Lane, mutant: Mutant): Promise<Verdict> {
  const source = fs.readFileSync(path.join(repository, mutant.file), 'utf8');
  const plant = (text: string) => {
    lane.write(mutant.file, text);
    lane.write(outputOf(mutant.file), compiler.emitted(mutant.file, text));
  };
  const startedAt = Date.now();
  const suites = nearestSuites(mutant.file, Number(values.suites));
  let noticedBy: string | undefined;
  let tried = 0;
  try {
    for (const suite of suites) {
      plant(withFault(source, mutant));
      tried += 1;
      const { passed, failure, reason } = await lane.run(suite);
      if (passed) continue;
      plant(source);
      if (!(await isSound(lane, suite))) continue;
      noticedBy = `${suite}: ${failure ?? reason}`;
      break;
    }
  } finally {
    plant(source);
  }
  return { ...mutant, noticedBy, suites: tried, ms: Date.now() - startedAt };
}

/** A suite that fails without a fault proves nothing. */
async function isSound(lane: Lane, suite: string): Promise<boolean> {
  if (!soundSuites.has(suite)) {
    const { passed, failure, reason } = await lane.run(suite);
    soundSuites.set(suite, passed);
    if (!passed) print(`left out, because it fails without a fault: ${suite}: ${failure}: ${reason}`);
  }
  return soundSuites.get(suite)!;
}

async function work(lane: Lane, mutants: Generator<Mutant, undefined>, verdicts: Verdict[]): Promise<void> {
  for (let next = mutants.next(); !next.done; next = mutants.next()) {
    const verdict = await judge(lane, next.value);
    verdicts.push(verdict);
    const found = verdict.noticedBy === undefined ? 'SURVIVED' : `noticed by ${verdict.noticedBy}`;
    print(`${placeOf(verdict)}: ${found} (${verdict.suites} suites, ${Math.round(verdict.ms / 1_000)} s)`);
  }
}

function placeOf({ number, file, line, kind, before, after }: Mutant): string {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${number} ${file}:${line} ${kind}: ${short(before)} -> ${short(after)}`;
}

function share(verdicts: Verdict[]): number {
  return verdicts.filter(({ noticedBy }) => noticedBy !== undefined).length / verdicts.length;
}

function summarise(verdicts: Verdict[]): void {
  const rows = (of: 'layer' | 'kind') =>
    [...new Set(verdicts.map((verdict) => verdict[of]))].map(
      (name) => [name, verdicts.filter((verdict) => verdict[of] === name)] as const,
    );
  print('');
  for (const [name, some] of [...rows('layer'), ...rows('kind'), ['all', verdicts] as const]) {
    print(`${name.padEnd(20)}${String(some.length).padStart(5)} ${(share(some) * 100).toFixed(1).padStart(6)} %`);
  }
  const survivors = verdicts.filter(({ noticedBy }) => noticedBy === undefined).toSorted((a, b) => a.number - b.number);
  if (survivors.length > 0) print('\nNoticed by no suite:');
  for (const survivor of survivors) print(`${placeOf(survivor)}\n    ${survivor.text}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function closeAll(): Promise<void> {
  await Promise.all(lanes.splice(0).map((lane) => lane.close()));
}

process.once('SIGINT', () => void closeAll().finally(() => process.exit(130)));
const lanes: Lane[] = [];
const verdicts: Verdict[] = [];
try {
  // One after the other: each finds its services through the same variables of the environment.
  for (let number = 0; number < LANES; number++) lanes.push(await Lane.open(repository, number));
  const mutants = chosenMutants();
  await Promise.all(lanes.map((lane) => work(lane, mutants, verdicts)));
} finally {
  await closeAll();
}
summarise(verdicts);
process.exitCode = verdicts.length > 0 && share(verdicts) >= LEAST_SHARE ? 0 : 1;
