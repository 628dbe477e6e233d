import { createHash } from 'node:crypto';
import { readRows } from '../../src/commands/cli/csv-rows.js';
import { groupedBy } from './grouping.js';
import type { AddressPair } from './made-addresses.js';

export interface LabelledPair {
  nameA: string;
  nameB: string;
  /** Whether both names mean one business. */
  same: boolean;
  jurisdiction: string;
  category: string;
  /** Where the pair was taken from. */
  source: string;
  /** Of the caller, and of the register. */
  addresses: AddressPair | undefined;
}

/**
 * `names`: what comparing names can decide; `siblings`: two businesses with nearly one name;
 * `renames`: out of any comparison's reach.
 */
export type PairKind = 'names' | 'siblings' | 'renames';

/**
 * Reads `name_a, name_b, label` and, where they exist, `jurisdiction`, `category` (or `kind`), `source`,
 * `address_a` and `address_b`.
 */
export async function readLabelledPairs(file: string): Promise<LabelledPair[]> {
  const pairs: LabelledPair[] = [];
  for await (const row of readRows(file, ['name_a', 'name_b', 'label'])) {
    const [given, official] = [row['address_a'], row['address_b']];
    pairs.push({
      nameA: row['name_a'] ?? '',
      nameB: row['name_b'] ?? '',
      same: row['label'] === '1',
      jurisdiction: row['jurisdiction'] ?? '',
      category: row['category'] ?? row['kind'] ?? '',
      source: row['source'] ?? '',
      addresses: given && official ? { given, official } : undefined,
    });
  }
  return pairs;
}

export function kindOf({ category, source }: LabelledPair): PairKind {
  if (/^(?:numeral|one_token|same_core)_/.test(category)) return 'siblings';
  return category.startsWith('rename_') || source.endsWith('-previous') ? 'renames' : 'names';
}

export type Part = 'tuning' | 'held-out';

/** A cluster beyond this size is cut in two: whole, it would make the parts unlike each other. */
const MAX_CLUSTER = 1000;

/**
 * Names tied by any pair form a cluster; a third of the clusters, by hash, is kept out of tuning.
 * Of a very large cluster it is a third of the names, those met first on a walk from one to the
 * next; names of one business stay together, and pairs across the cut are in no part.
 */
export function selectPart(pairs: readonly LabelledPair[], part: Part): LabelledPair[] {
  const clusterOf = tiesOf(pairs);
  return [...groupedBy(pairs, ({ nameA }) => clusterOf(nameA))].flatMap(([cluster, members]) => {
    const heldOut = members.length > MAX_CLUSTER ? firstThird(members) : () => isInThird(cluster);
    return members.filter(({ nameA, nameB }) =>
      [nameA, nameB].every((name) => heldOut(name) === (part === 'held-out')),
    );
  });
}

/**
 * Tells of each name of a cluster whether it is among the third met first, breadth first, on a walk
 * along the pairs.
 */
function firstThird(cluster: readonly LabelledPair[]): (name: string) => boolean {
  const businessOf = tiesOf(cluster.filter(({ same }) => same));
  const neighbours = new Map<string, Set<string>>();
  for (const { nameA, nameB } of cluster) {
    const [a, b] = [businessOf(nameA), businessOf(nameB)];
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
    neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a));
  }
  const met = new Set([...neighbours.keys()].toSorted().slice(0, 1));
  for (const business of met) for (const next of neighbours.get(business) ?? []) met.add(next);
  const third = new Set([...met].slice(0, Math.round(met.size / 3)));
  return (name) => third.has(businessOf(name));
}

/** Names the group of each name, where the names of a pair are of one group. */
function tiesOf(pairs: readonly LabelledPair[]): (name: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    const parent = parents.get(name) ?? name;
    if (parent === name) return name;
    const root = rootOf(parent);
    parents.set(name, root);
    return root;
  };
  for (const { nameA, nameB } of pairs) parents.set(rootOf(core(nameA)), rootOf(core(nameB)));
  return (name) => rootOf(core(name));
}

function core(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function isInThird(text: string): boolean {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 3 === 0;
}
