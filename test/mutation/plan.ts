import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Random } from '../fuzz/random.js';
import { Compiler, sourcesUnder } from './compiler.js';
import { faultsIn, withFault, type Fault } from './faults.js';

export interface Mutant extends Fault {
  number: number;
  layer: string;
  file: string;
  line: number;
  /** The whole line, without the fault. */
  text: string;
}

const LAYERS = ['core', 'adapters', 'modules'];

/**
 * Faults in an order that is the same for the same seed and sources: the layers take turns, and each file of a layer has one before any has
 * two. In a file the kind is drawn first, so that the many constants do not crowd out the few removed calls. Each file is drawn from by itself:
 * a change in one leaves the faults in all others as they were.
 */
export function* plannedMutants(root: string, seed: number): Generator<Mutant> {
  const compiler = new Compiler(root);
  const layers = LAYERS.map((layer) => mutantsOf(root, layer, seed, compiler));
  for (let number = 1; layers.length > 0; number++) {
    const turn = (number - 1) % layers.length;
    const next = layers[turn]!.next();
    if (next.done) layers.splice(turn, 1);
    else yield { ...next.value, number };
  }
}

function* mutantsOf(
  root: string,
  layer: string,
  seed: number,
  compiler: Compiler,
): Generator<Omit<Mutant, 'number'>, undefined> {
  const sources = sourcesUnder(root, `src/${layer}`)
    .map((file) => {
      const random = randomOf(seed, file);
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      return { file, text, place: random.next(), faults: byKindInTurn(faultsIn(file, text), random) };
    })
    .toSorted((a, b) => a.place - b.place);
  while (sources.some(({ faults }) => faults.length > 0)) {
    for (const { file, text, faults } of sources) {
      const fault = firstThatCompiles(faults, (one) => compiler.accepts(file, withFault(text, one)));
      if (fault !== undefined) yield { ...fault, layer, file, ...lineAt(text, fault.start) };
    }
  }
}

function randomOf(seed: number, file: string): Random {
  return new Random(createHash('sha256').update(`${seed} ${file}`).digest().readUInt32LE());
}

function firstThatCompiles(faults: Fault[], compiles: (fault: Fault) => boolean): Fault | undefined {
  for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) if (compiles(fault)) return fault;
  return undefined;
}

function byKindInTurn(faults: Fault[], random: Random): Fault[] {
  const kinds = shuffled([...new Set(faults.map(({ kind }) => kind))], random);
  const queues = kinds.map((kind) =>
    shuffled(
      faults.filter((fault) => fault.kind === kind),
      random,
    ),
  );
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? [])).flat();
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function lineAt(text: string, position: number): { line: number; text: string } {
  const line = text.slice(0, position).split('\n').length;
  return { line, text: text.split('\n')[line - 1]!.trim() };
}
