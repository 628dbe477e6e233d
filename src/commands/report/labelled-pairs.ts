import { createHash } from 'node:crypto';
import { readRows } from '../csv-rows.js';
import { groupedBy } from './grouping.js';

export interface LabelledPair {
  nameA: string;
  nameB: string;
  /** Whether both names mean one business. */
  same: boolean;
  jurisdiction: string;
  category: string;
  /** Where the pair was taken from. */
  source: string;
}

/** `names`: what comparing names can decide; `siblings`: two businesses with nearly one name; `renames`: out of any comparison's reach. */
export type PairKind = 'names' | 'siblings' | 'renames';

/** Reads `name_a, name_b, label` and, where they exist, `jurisdiction`, `category` and `source`. */
export async function readLabelledPairs(file: string): Promise<LabelledPair[]> {
  const pairs: LabelledPair[] = [];
  for await (const row of readRows(file, ['name_a', 'name_b', 'label'])) {
    pairs.push({
      nameA: row['name_a'] ?? '',
      nameB: row['name_b'] ?? '',
      same: row['label'] === '1',
      jurisdiction: row['jurisdiction'] ?? '',
      category: row['category'] ?? '',
      source: row['source'] ?? '',
    });
  }
  return pairs;
}

export function kindOf({ category, source }: LabelledPair): PairKind {
  if (/^(?:numeral|one_token|same_core)_/.test(category)) return 'siblings';
  return category.startsWith('rename_') || source.endsWith('-previous') ? 'renames' : 'names';
}

export type Part = 'tuning' | 'held-out';

/** A cluster of names beyond this size belongs to the tuning part whole: cutting it would leak names across. */
const MAX_HELD_OUT_CLUSTER = 1000;

/** Names tied by any pair form a cluster; a third of the clusters, by hash, is kept out of tuning. */
export function selectPart(pairs: readonly LabelledPair[], part: Part): LabelledPair[] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    const parent = parents.get(name) ?? name;
    if (parent === name) return name;
    const root = rootOf(parent);
    parents.set(name, root);
    return root;
  };
  for (const { nameA, nameB } of pairs) parents.set(rootOf(core(nameA)), rootOf(core(nameB)));
  const clusters = groupedBy(pairs, ({ nameA }) => rootOf(core(nameA)));
  return pairs.filter(({ nameA }) => {
    const root = rootOf(core(nameA));
    const isHeldOut = (clusters.get(root)?.length ?? 0) < MAX_HELD_OUT_CLUSTER && isInThird(root);
    return isHeldOut === (part === 'held-out');
  });
}

function core(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function isInThird(text: string): boolean {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 3 === 0;
}
