import { decide, decideByNumber, type Decision, type Match } from '../matching/decide.js';
import { nameQuery } from './name-query.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { Provenance } from '../entities/entity.js';
import type { NameSearch } from '../entities/name-search.js';
import type { Coverage } from '../registries/jurisdiction.js';
import { jurisdictionNamed } from '../registries/jurisdictions.js';
import { SourceError, type Candidates, type Registries, type Registry } from '../registries/ports.js';
import type { RecordDetails, RegisterRecord, WithheldRecord } from '../registries/record.js';
import { nearRecords } from '../entities/ranked-entity.js';
import type { Tracing } from '../tracing/ports.js';
import type { FailureReason } from './job.js';
import type { Retrieval } from './retrieval-claim.js';

/** What a register said about a name. */
export type RegistryAnswer =
  | ({ kind: 'found'; match: Match; search: NameSearch } & ReadRecord)
  | { kind: 'no_match'; closest: string[]; coverage: Coverage; search: NameSearch }
  | {
      kind: 'ranked';
      records: { record: RegisterRecord; provenance: Provenance }[];
      /** By which they were ranked. */
      words: RegisterWords | undefined;
      /** Which of them the name means. */
      decision: Decision;
      coverage: Coverage;
      search: NameSearch;
    };

interface ReadRecord {
  record: RegisterRecord;
  details: RecordDetails | undefined;
  provenance: Provenance;
}

/**
 * The register answered, and what it said proves nothing either way: asking again does not help.
 * The message is for the caller.
 */
export class Inconclusive extends SourceError {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super('unavailable', message);
  }
}

/** There are more names like this one than may be read. */
function incompleteSearch(): Inconclusive {
  const words = 'The register lists more similar names than can be searched to the end; add words to the name.';
  return new Inconclusive('search_incomplete', words);
}

/** Neither absent nor recognised: who bears the number, or where, is not published. */
function withheld({ id, withholds }: WithheldRecord): Inconclusive {
  const words = `The register has the number ${id}, but does not publish its ${withholds}, so it cannot be said whose it is.`;
  return new Inconclusive('record_withheld', words);
}

/**
 * Puts the question to the register and decides which record is meant, or for a search which come
 * near. A "no" is only given when the register was searched to the end; anything less is no answer.
 * Throws nothing but `SourceError`.
 */
export class QueryRegistry {
  constructor(
    private readonly registries: Registries,
    private readonly tracing: Tracing,
  ) {}

  async run(
    retrieval: Retrieval,
    signal: AbortSignal,
    registry = this.registries.of(retrieval.jurisdiction),
  ): Promise<RegistryAnswer> {
    const { kind, jurisdiction, entityName, recordNumber } = retrieval;
    if (recordNumber !== undefined) return this.byNumber(retrieval, recordNumber, registry, signal);
    const words = this.registries.words(jurisdiction);
    const candidates = await this.tracing.span('register search', { jurisdiction }, () =>
      registry.search(nameQuery(entityName, jurisdiction, words), signal),
    );
    if (kind === 'search') return this.ranked(retrieval, candidates, words);
    const { complete } = candidates;
    for (let { records } = candidates; ;) {
      const decision = decide(entityName, jurisdiction, records, words, complete);
      if (decision.kind === 'no_match') {
        if (!complete) throw incompleteSearch();
        return this.noMatch(retrieval, decision.closest);
      }
      const found = await this.found(retrieval, decision, complete, registry, signal);
      if (found) return found;
      records = records.filter(({ id }) => id !== decision.record.id);
    }
  }

  /**
   * No record but the one that bears the number can be meant, so its absence is an answer without a
   * search.
   */
  private async byNumber(
    retrieval: Retrieval,
    number: string,
    registry: Registry,
    signal: AbortSignal,
  ): Promise<RegistryAnswer> {
    const { jurisdiction, entityName } = retrieval;
    const record = await this.tracing.span('register lookup', { jurisdiction }, () =>
      registry.findByNumber(number, signal),
    );
    if (record && 'withholds' in record) throw withheld(record);
    const decision = decideByNumber(entityName, jurisdiction, record, this.registries.words(jurisdiction));
    if (decision.kind === 'no_match') return this.noMatch(retrieval, decision.closest);
    return (await this.found(retrieval, decision, true, registry, signal)) ?? this.noMatch(retrieval, []);
  }

  /** With its details when those were asked for; `undefined` when the record is gone on reading. */
  private async found(
    retrieval: Retrieval,
    { record: listed, match }: Extract<Decision, { kind: 'match' }>,
    complete: boolean,
    registry: Registry,
    signal: AbortSignal,
  ): Promise<RegistryAnswer | undefined> {
    const { jurisdiction, tier, claimedAt: searchedAt } = retrieval;
    const read =
      tier === 'deep'
        ? await this.tracing.span('register fetch', { jurisdiction }, () => fetchAll(registry, listed, signal))
        : { record: listed, details: undefined };
    const provenance = read && this.provenance(retrieval, read.record);
    return read && provenance && { kind: 'found', ...read, match, provenance, search: { searchedAt, complete } };
  }

  private noMatch({ jurisdiction, claimedAt: searchedAt }: Retrieval, closest: string[]): RegistryAnswer {
    const { coverage } = this.registries.offer(jurisdiction);
    return { kind: 'no_match', closest, coverage, search: { searchedAt, complete: true } };
  }

  /** What was found is of use even when there may be more; nothing found proves nothing then. */
  private ranked(
    retrieval: Retrieval,
    { records, complete }: Candidates,
    words: RegisterWords | undefined,
  ): RegistryAnswer {
    const { jurisdiction, entityName, claimedAt: searchedAt } = retrieval;
    const near = nearRecords(entityName, jurisdiction, records, words);
    if (near.length === 0 && !complete) throw incompleteSearch();
    return {
      kind: 'ranked',
      records: near.map(({ record }) => ({ record, provenance: this.provenance(retrieval, record) })),
      words,
      decision: decide(entityName, jurisdiction, records, words, complete),
      coverage: this.registries.offer(jurisdiction).coverage,
      search: { searchedAt, complete },
    };
  }

  /**
   * What was read is as old as the claim: a worker that was suspended in between never takes it for
   * newer than what was read meanwhile.
   */
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

/**
 * A listed record that is gone on reading, or taken out of publication altogether, is dissolved if
 * the list said so; otherwise `undefined`, and it is decided again without it.
 */
async function fetchAll(registry: Registry, listed: RegisterRecord, signal: AbortSignal) {
  const detailed = await registry.fetch(listed.id, signal);
  if (detailed && 'withholds' in detailed && detailed.withholds !== 'record') throw withheld(detailed);
  if (!detailed || 'withholds' in detailed)
    return listed.status === 'dissolved' ? { record: listed, details: NOTHING_MORE } : undefined;
  const { details, ...record } = detailed;
  return { record, details };
}
