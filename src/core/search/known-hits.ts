import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Entity } from '../entities/entity.js';
import { hitsAmong, type Hit } from '../entities/ranked-entity.js';
import type { RegisterWords } from '../registries/register-words.js';

/** The inputs of a comparison: word frequencies, and the edition they belong to. */
interface Comparison {
  jurisdiction: string;
  words: RegisterWords | undefined;
  editionSince: Date | undefined;
  evidence?: GivenEvidence | undefined;
}

/**
 * Ranks stored entities. Comparing names takes many times as long as the rest of a known search, so
 * the latest rankings are kept by all their inputs.
 */
export class KnownHits {
  private readonly rankings = new Map<string, readonly Hit[]>();
  private kept = 0;

  constructor(private readonly maxHits = 10_000) {}

  among(asked: string, entities: readonly Entity[], comparison: Comparison): readonly Hit[] {
    const key = keyOf(asked, entities, comparison);
    const known = this.rankings.get(key);
    if (known) return known;
    const hits = hitsAmong(asked, comparison.jurisdiction, entities, {
      own: comparison.words,
      evidence: comparison.evidence,
    });
    this.keep(key, hits);
    return hits;
  }

  /** Evicts the oldest. An empty ranking counts as well. */
  private keep(key: string, hits: readonly Hit[]): void {
    this.rankings.set(key, hits);
    this.kept += hits.length + 1;
    for (const [oldest, { length }] of this.rankings) {
      if (this.kept <= this.maxHits) return;
      this.rankings.delete(oldest);
      this.kept -= length + 1;
    }
  }
}

/** Reading an entity again changes its retrieval time or its number of snapshots. */
function keyOf(asked: string, entities: readonly Entity[], comparison: Comparison): string {
  const { jurisdiction, editionSince, evidence } = comparison;
  let key = `${jurisdiction} ${editionSince?.getTime()}`;
  for (const { id, provenance, snapshots } of entities)
    key += ` ${id} ${provenance.retrievedAt.getTime()} ${snapshots}`;
  return `${key} ${evidence ? JSON.stringify(evidence) : ''}\n${asked}`;
}
