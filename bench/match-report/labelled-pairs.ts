import { createHash } from 'node:crypto';
import { readRows } from '../../src/commands/cli/csv-rows.js';
import { groupedBy } from './grouping.js';
import type { AddressPair } from './made-addresses.js';

export interface LabelledPair {
  nameA: string;
  nameB: string;
  /** Both names belong to one business. */
  same: boolean;
  jurisdiction: string;
  category: string;
  source: string;
  /** Addresses from the file; `undefined` if it has none. */
  addresses: AddressPair | undefined;
}

/**
 * The pairs of `names` can be decided by comparing names, `siblings` are two businesses with nearly
 * one name, and `renames` are out of reach of any comparison.
 */
export type PairKind = 'names' | 'siblings' | 'renames';

/**
 * Reads `name_a, name_b, label` and, if present, `jurisdiction`, `category` (or `kind`), `source`,
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

/** A larger cluster is cut in two: left whole, it would make the parts unlike each other. */
const MAX_CLUSTER = 1000;

/**
 * Names connected by any pair form a cluster. A third of the clusters, chosen by hash, is held out
 * of tuning. A very large cluster is cut: the third of its names that a walk along the pairs
 * reaches first is held out. Names of one business stay together, and pairs across the cut belong
 * to no part.
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
 * Returns whether a name is in the third of the cluster that a breadth-first walk along the pairs
 * reaches first.
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

/** Returns the group of each name. The names of a pair are in one group. */
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
