import { decide, type Match } from '../matching/decide.js';
import { nameQuery } from './name-query.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { Provenance } from '../entities/entity.js';
import { jurisdictionNamed, type Coverage } from '../registries/jurisdiction.js';
import { SourceError, type Candidates, type Registries, type Registry } from '../registries/ports.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import { nearRecords } from '../entities/ranked-entity.js';
import type { Tracing } from '../tracing/ports.js';
import type { Retrieval } from './retrieval-claim.js';

/** What a register said about a name. */
export type RegistryAnswer =
  | { kind: 'found'; record: RegisterRecord; details: RecordDetails | undefined; match: Match; provenance: Provenance }
  | { kind: 'no_match'; closest: string[]; coverage: Coverage; retrievedAt: Date }
  | {
      kind: 'ranked';
      records: { record: RegisterRecord; provenance: Provenance }[];
      /** By which they were ranked. */
      words: RegisterWords | undefined;
      rankedAt: Date;
    };

/** The register holds more names like this one than may be read: nothing was found, and that proves nothing. */
export class IncompleteSearch extends SourceError {
  constructor() {
    super(
      'unavailable',
      'The register lists more similar names than can be searched to the end; add words to the name.',
    );
  }
}

/**
 * Puts the question to the register and decides which record is meant, or for a search which come near. A "no" is only given when the register was
 * searched to the end; anything less is no answer. Throws nothing but `SourceError`.
 */
export class QueryRegistry {
  constructor(
    private readonly registries: Registries,
    private readonly tracing: Tracing,
  ) {}

  async run(retrieval: Retrieval, signal: AbortSignal): Promise<RegistryAnswer> {
    const { kind, jurisdiction, entityName, tier } = retrieval;
    const registry = this.registries.of(jurisdiction);
    const words = this.registries.words(jurisdiction);
    const candidates = await this.tracing.span('register search', { jurisdiction }, () =>
      registry.search(nameQuery(entityName, jurisdiction, words), signal),
    );
    if (kind === 'search') return this.ranked(retrieval, candidates, words);
    const { complete } = candidates;
    for (let { records } = candidates; ;) {
      const decision = decide(entityName, jurisdiction, records, words);
      if (decision.kind === 'no_match') {
        if (!complete) throw new IncompleteSearch();
        const { coverage } = this.registries.offer(jurisdiction);
        return { kind: 'no_match', closest: decision.closest, coverage, retrievedAt: retrieval.claimedAt };
      }
      const found =
        tier === 'deep'
          ? await this.tracing.span('register fetch', { jurisdiction }, () =>
              fetchAll(registry, decision.record, signal),
            )
          : { record: decision.record, details: undefined };
      if (found) {
        const { record, details } = found;
        const provenance = this.provenance(retrieval, record);
        return { kind: 'found', record, details, match: decision.match, provenance };
      }
      records = records.filter(({ id }) => id !== decision.record.id);
    }
  }

  /** What was found is of use even when there may be more; nothing found proves nothing then. */
  private ranked(
    retrieval: Retrieval,
    { records, complete }: Candidates,
    words: RegisterWords | undefined,
  ): RegistryAnswer {
    const { jurisdiction, entityName } = retrieval;
    const near = nearRecords(entityName, jurisdiction, records, words);
    if (near.length === 0 && !complete) throw new IncompleteSearch();
    return {
      kind: 'ranked',
      records: near.map(({ record }) => ({ record, provenance: this.provenance(retrieval, record) })),
      words,
      rankedAt: retrieval.claimedAt,
    };
  }

  /** What was read is as old as the claim: a worker that was suspended in between never takes it for newer than what was read meanwhile. */
  private provenance({ jurisdiction, claimedAt }: Retrieval, record: RegisterRecord): Provenance {
    return {
      url: record.url ?? jurisdictionNamed(jurisdiction).source.url,
      retrievedAt: claimedAt,
      coverage: this.registries.offer(jurisdiction).coverage,
      sandbox: this.registries.isSandbox(jurisdiction),
    };
  }
}

const NOTHING_MORE: RecordDetails = {
  registeredAgent: null,
  officers: null,
  principalAddress: null,
  filingHistorySummary: null,
};

/** A listed record that is gone on reading is dissolved if the list said so; otherwise `undefined`, and it is decided again without it. */
async function fetchAll(registry: Registry, listed: RegisterRecord, signal: AbortSignal) {
  const detailed = await registry.fetch(listed.id, signal);
  if (!detailed) return listed.status === 'dissolved' ? { record: listed, details: NOTHING_MORE } : undefined;
  const { details, ...record } = detailed;
  return { record, details };
}
