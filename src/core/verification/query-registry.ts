import { decide, decideByNumber, type Decision, type Match } from '../matching/decide.js';
import { nameQuery } from './name-query.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { Provenance } from '../entities/entity.js';
import type { NameSearch } from '../entities/name-search.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import { jurisdictionNamed } from '../registries/jurisdictions.js';
import { SourceError, type Candidates, type Registries, type Registry } from '../registries/ports.js';
import type { RecordDetails, RegisterRecord, WithheldRecord } from '../registries/record.js';
import { nearRecords } from '../entities/ranked-entity.js';
import type { Tracing } from '../tracing/ports.js';
import { readRecordNumber } from '../registries/record-numbers.js';
import type { FailureReason } from './job.js';
import type { RetrievalKind } from './retrieval-claim.js';

interface Asked {
  jurisdiction: string;
  tier: Tier;
  /**
   * When it was claimed, by the database's clock: what the register says now counts as read then.
   */
  claimedAt: Date;
}

/** Which record a name means, or for a search which come near it. */
export interface NameQuestion extends Asked {
  kind: RetrievalKind;
  entityName: string;
  /** In the form that `readRecordNumber` gives: name and number have to agree. */
  recordNumber: string | undefined;
}

/** What has become of a record that is known. */
export interface RecordQuestion extends Asked {
  kind: 'record';
  recordId: string;
  /** By the clock of the world. */
  at: Date;
}

/** The question to a register, independent of the account. */
export type RegistryQuestion = NameQuestion | RecordQuestion;

/** What a register said about a name. */
export type NameAnswer =
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
      /** `YYYY-MM-DD`: see `Registries.asOf`; else the day of the search. */
      asOf: string;
      search: NameSearch;
    };

/** What a register said of one record. `parserVersion`: see `Registries.parserVersion`. */
export type RecordAnswer = { coverage: Coverage; parserVersion: number } & (
  ({ kind: 'read' } & ReadRecord) | { kind: 'absent' }
);

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
 * Asks a register. For a name it decides which record is meant, or for a search which come near; a
 * "no" is only given when the register was searched to the end, anything less is no answer. Throws
 * nothing but `SourceError`.
 */
export class QueryRegistry {
  constructor(
    private readonly registries: Registries,
    private readonly tracing: Tracing,
  ) {}

  run(question: NameQuestion, signal: AbortSignal, registry?: Registry): Promise<NameAnswer>;
  run(question: RecordQuestion, signal: AbortSignal, registry?: Registry): Promise<RecordAnswer>;
  async run(
    question: RegistryQuestion,
    signal: AbortSignal,
    registry = this.registries.of(question.jurisdiction),
  ): Promise<NameAnswer | RecordAnswer> {
    if (question.kind === 'record') return this.read(question, registry.at(question.at), signal);
    const { recordNumber } = question;
    return recordNumber === undefined
      ? this.byName(question, registry, signal)
      : this.byNumber(question, recordNumber, registry, signal);
  }

  private async byName(question: NameQuestion, registry: Registry, signal: AbortSignal): Promise<NameAnswer> {
    const { kind, jurisdiction, entityName } = question;
    const words = this.registries.words(jurisdiction);
    const candidates = await this.tracing.span('register search', { jurisdiction }, () =>
      registry.search(nameQuery(entityName, jurisdiction, words), signal),
    );
    if (kind === 'search') return this.ranked(question, candidates, words);
    const { complete } = candidates;
    for (let { records } = candidates; ;) {
      const decision = decide(entityName, jurisdiction, records, words, complete);
      if (decision.kind === 'no_match') {
        if (!complete) throw incompleteSearch();
        return this.noMatch(question, decision.closest);
      }
      const found = await this.found(question, decision, complete, registry, signal);
      if (found) return found;
      records = records.filter(({ id }) => id !== decision.record.id);
    }
  }

  /**
   * No record but the one that bears the number can be meant, so its absence is an answer without a
   * search.
   */
  private async byNumber(
    question: NameQuestion,
    number: string,
    registry: Registry,
    signal: AbortSignal,
  ): Promise<NameAnswer> {
    const { jurisdiction, entityName } = question;
    const record = await this.tracing.span('register lookup', { jurisdiction }, () =>
      registry.findByNumber(number, signal),
    );
    if (record && 'withholds' in record) throw withheld(record);
    const decision = decideByNumber(entityName, jurisdiction, record, this.registries.words(jurisdiction));
    if (decision.kind === 'no_match') return this.noMatch(question, decision.closest);
    return (await this.found(question, decision, true, registry, signal)) ?? this.noMatch(question, []);
  }

  private async read(question: RecordQuestion, registry: Registry, signal: AbortSignal): Promise<RecordAnswer> {
    const { jurisdiction, recordId, tier } = question;
    const deep = () => registry.fetch(recordId, signal);
    const quick = () => registry.findByNumber(numberOf(jurisdiction, recordId), signal);
    const found = await this.tracing.span('register lookup', { jurisdiction }, tier === 'deep' ? deep : quick);
    // Nothing is known of it, and it is not absent.
    if (found && 'withholds' in found) throw withheld(found);
    const parserVersion = this.registries.parserVersion(jurisdiction);
    const { coverage } = this.registries.offer(jurisdiction);
    if (!found) return { kind: 'absent', coverage, parserVersion };
    const { details, ...record } = { details: undefined, ...found };
    const provenance = this.provenance(question, record);
    return { kind: 'read', record, details, provenance, coverage, parserVersion };
  }

  /** With its details when those were asked for; `undefined` when the record is gone on reading. */
  private async found(
    question: NameQuestion,
    { record: listed, match }: Extract<Decision, { kind: 'match' }>,
    complete: boolean,
    registry: Registry,
    signal: AbortSignal,
  ): Promise<NameAnswer | undefined> {
    const { jurisdiction, tier, claimedAt: searchedAt } = question;
    const read =
      tier === 'deep'
        ? await this.tracing.span('register fetch', { jurisdiction }, () => fetchAll(registry, listed, signal))
        : { record: listed, details: undefined };
    const provenance = read && this.provenance(question, read.record);
    return read && provenance && { kind: 'found', ...read, match, provenance, search: { searchedAt, complete } };
  }

  private noMatch({ jurisdiction, claimedAt: searchedAt }: NameQuestion, closest: string[]): NameAnswer {
    const { coverage } = this.registries.offer(jurisdiction);
    return { kind: 'no_match', closest, coverage, search: { searchedAt, complete: true } };
  }

  /** What was found is of use even when there may be more; nothing found proves nothing then. */
  private ranked(
    question: NameQuestion,
    { records, complete }: Candidates,
    words: RegisterWords | undefined,
  ): NameAnswer {
    const { jurisdiction, entityName, claimedAt: searchedAt } = question;
    const near = nearRecords(entityName, jurisdiction, records, words);
    if (near.length === 0 && !complete) throw incompleteSearch();
    return {
      kind: 'ranked',
      records: near.map(({ record }) => ({ record, provenance: this.provenance(question, record) })),
      words,
      decision: decide(entityName, jurisdiction, records, words, complete),
      coverage: this.registries.offer(jurisdiction).coverage,
      asOf: this.registries.asOf(jurisdiction) ?? searchedAt.toISOString().slice(0, 10),
      search: { searchedAt, complete },
    };
  }

  /**
   * What was read is as old as the claim: a worker that was suspended in between never takes it for
   * newer than what was read meanwhile.
   */
  private provenance({ jurisdiction, claimedAt }: Asked, record: RegisterRecord): Provenance {
    return {
      url: record.url ?? jurisdictionNamed(jurisdiction).source.url,
      retrievedAt: claimedAt,
      coverage: this.registries.offer(jurisdiction).coverage,
      sandbox: this.registries.isSandbox(jurisdiction),
    };
  }
}

function numberOf(jurisdiction: string, recordId: string): string {
  const parsed = readRecordNumber(jurisdiction, recordId);
  return 'number' in parsed ? parsed.number : recordId;
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
