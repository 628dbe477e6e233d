import { MAX_RIVALS_READ } from '../entities/evidence-answer.js';
import { nearRecords } from '../entities/ranked-entity.js';
import type { Provenance } from '../entities/entity.js';
import type { HeardAnswer } from '../evidence/ports.js';
import { Injectable } from '../injectable.js';
import { decide, decideByNumber, type Decision, type Match } from '../matching/decide.js';
import { isOnlyInDetails } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import { jurisdictionNamed } from '../registries/jurisdictions.js';
import { Registries, type Candidates, type Registry } from '../registries/ports.js';
import { ofKnown, unlessMoved, type RegisterRecord, type WithheldRecord } from '../registries/record.js';
import { numberOfRecord } from '../registries/record-numbers.js';
import type { RegisterWords } from '../registries/register-words.js';
import { Witness, type FieldSources } from '../registries/witness.js';
import { Tracing } from '../tracing/ports.js';
import { incompleteSearch, withheld } from './failure-of.js';
import { nameQuery } from './name-query.js';
import { asEnded, readDecided, type DecidedReading, withPeriodRead } from './read-decided.js';
import type {
  Asked,
  NameAnswer,
  NameQuestion,
  ReadRecord,
  RecordAnswer,
  RecordQuestion,
  RegistryQuestion,
} from './register-answers.js';

interface Asking {
  registry: Registry;
  signal: AbortSignal;
  witness: Witness | undefined;
}

/**
 * Asks a register with a signal that aborts with a `TimeoutError` after `ms`. The signal ends with
 * the question; Node 24 keeps one of `AbortSignal.timeout`, and everything combined with it, in
 * memory until its time is over.
 */
export async function withTimeLimit<T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('time limit', 'TimeoutError')), ms);
  try {
    return await ask(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether responses of registers are kept as evidence. */
export abstract class EvidencePolicy {
  abstract readonly isKept: boolean;
}

/**
 * Queries a register. For a name it decides which record is meant or, for a search, which come
 * near. Returns a no-match only if the register was searched to the end; otherwise there is no
 * answer. Throws only `SourceError`.
 */
@Injectable()
export class QueryRegistry {
  constructor(
    private readonly registries: Registries,
    private readonly tracing: Tracing,
    private readonly evidence: EvidencePolicy = { isKept: false },
  ) {}

  run(question: NameQuestion, signal: AbortSignal, registry?: Registry): Promise<NameAnswer>;
  run(question: RecordQuestion, signal: AbortSignal, registry?: Registry): Promise<RecordAnswer>;
  async run(
    question: RegistryQuestion,
    signal: AbortSignal,
    registry = this.registries.of(question.jurisdiction),
  ): Promise<NameAnswer | RecordAnswer> {
    const witness = this.evidence.isKept ? new Witness() : undefined;
    const asked = witness ? registry.heardBy(witness) : registry;
    const answer = await this.ask(question, asked, signal, witness);
    if (!witness) return answer;
    // A mirror records the rows of a found record itself; without one, record the search.
    if (answer.kind === 'no_match' || answer.kind === 'absent') witness.hearSearch();
    return { ...answer, heard: this.heardOf(question, witness) };
  }

  private ask(
    question: RegistryQuestion,
    registry: Registry,
    signal: AbortSignal,
    witness: Witness | undefined,
  ): Promise<NameAnswer | RecordAnswer> {
    if (question.kind === 'record') return this.read(question, registry.at(question.at), signal, witness);
    const { recordNumber } = question;
    return recordNumber === undefined
      ? this.byName(question, registry, signal, witness)
      : this.byNumber(question, recordNumber, registry, signal, witness);
  }

  private heardOf(question: RegistryQuestion, { edition, exchanges }: Witness): HeardAnswer {
    const { jurisdiction, kind, tier, claimedAt: retrievedAt } = question;
    const named = question.kind === 'record' ? undefined : question.entityName;
    const recordNumber = question.kind === 'record' ? question.recordId : question.recordNumber;
    return {
      jurisdiction,
      sandbox: this.registries.isSandbox(jurisdiction),
      parserVersion: this.registries.parserVersion(jurisdiction),
      question: { kind, tier, entityName: named, recordNumber },
      retrievedAt,
      edition,
      exchanges,
    };
  }

  private async byName(
    question: NameQuestion,
    registry: Registry,
    signal: AbortSignal,
    witness: Witness | undefined,
  ): Promise<NameAnswer> {
    const { kind, jurisdiction, entityName } = question;
    const words = this.registries.words(jurisdiction);
    const candidates = await this.tracing.span('register search', { jurisdiction }, () =>
      registry.search(nameQuery(entityName, jurisdiction, words), signal),
    );
    if (kind === 'search') return this.ranked(question, candidates, words, witness);
    const { complete } = candidates;
    const asking = { registry, signal, witness };
    const readAs = new Set<RegisterRecord>();
    let withdrawn: WithheldRecord | undefined;
    for (let { records } = candidates; ;) {
      const decision = decide(entityName, jurisdiction, records, { own: words, complete });
      if (decision.kind === 'no_match') {
        if (!complete) throw incompleteSearch();
        if (withdrawn) throw withheld(withdrawn);
        return this.noMatch(question, decision.closest);
      }
      // While the rows of the search are still available.
      if (witness && decision.match.review) for (const rival of decision.rivals) witness.sourcesOf(rival);
      const quick = witness?.sourcesOf(decision.record);
      const read = await this.reading(question, decision.record, asking);
      const isMeant = (record: RegisterRecord) =>
        decide(entityName, jurisdiction, [record], { own: words }).kind === 'match';
      // A record that changes its name at each reading is no answer.
      const another =
        read.kind === 'another' && !readAs.has(decision.record) && isMeant(read.record) ? read.record : undefined;
      const reading = read.kind === 'another' && !another ? asEnded(decision.record, question.tier) : read;
      if (reading?.kind === 'read') {
        const found = this.found(question, decision.match, reading, { complete, quick });
        return { ...found, rivals: await this.rivals(question, decision, { words, ...asking }) };
      }
      if (read.kind === 'gone') withdrawn ??= read.withheld;
      records = [...records.filter((record) => record !== decision.record), ...(another ? [another] : [])];
      if (another) readAs.add(another);
    }
  }

  /** Only the record with the number can match, so its absence is an answer without a search. */
  private async byNumber(
    question: NameQuestion,
    number: string,
    registry: Registry,
    signal: AbortSignal,
    witness: Witness | undefined,
  ): Promise<NameAnswer> {
    const { jurisdiction, entityName } = question;
    const own = this.registries.words(jurisdiction);
    const decided = (found?: RegisterRecord) => decideByNumber(entityName, jurisdiction, found, { own });
    const isMeant = (listed: RegisterRecord) => decided(listed).kind === 'match';
    const record = await this.tracing.span('register lookup', { jurisdiction }, () =>
      registry.findByNumber(number, signal, isMeant).then(unlessMoved),
    );
    if (record && 'withholds' in record) throw withheld(record);
    if (record) witness?.found(record.id);
    const decision = decided(record);
    if (decision.kind === 'no_match') return this.noMatch(question, decision.closest);
    const quick = witness?.sourcesOf(decision.record);
    const reading = await this.reading(question, decision.record, { registry, signal, witness });
    if (reading.kind === 'gone' && reading.withheld) throw withheld(reading.withheld);
    if (reading.kind === 'gone') return this.noMatch(question, []);
    if (reading.kind === 'another') return this.noMatch(question, [reading.record.name]);
    return this.found(question, decision.match, reading, { complete: true, quick });
  }

  private async read(
    question: RecordQuestion,
    registry: Registry,
    signal: AbortSignal,
    witness: Witness | undefined,
  ): Promise<RecordAnswer> {
    const { jurisdiction, recordId, tier } = question;
    witness?.turnTo(tier, recordId);
    const deep = () => registry.fetch(recordId, signal);
    const quick = () => registry.findByNumber(numberOfRecord(jurisdiction, recordId), signal);
    const read = await this.tracing.span('register lookup', { jurisdiction }, tier === 'deep' ? deep : quick);
    const found = ofKnown(unlessMoved(read));
    // Its data is withheld, but it is not absent.
    if (found && 'withholds' in found) throw withheld(found);
    const parserVersion = this.registries.parserVersion(jurisdiction);
    const { coverage } = this.registries.offer(jurisdiction);
    if (!found) return { kind: 'absent', coverage, parserVersion, ...(read && 'movedTo' in read && { moved: read }) };
    const sources = witness && { [tier]: witness.sourcesOf(found) };
    const { details, ...record } = { details: undefined, ...found };
    const provenance = this.provenance(question, record);
    return { kind: 'read', record, details, provenance, coverage, parserVersion, sources };
  }

  private reading(
    { jurisdiction, tier }: NameQuestion,
    listed: RegisterRecord,
    { registry, signal, witness }: Asking,
  ): Promise<DecidedReading> {
    witness?.turnTo(tier, listed.id);
    const read = () => readDecided({ registry, jurisdiction, signal, witness }, listed, tier);
    return tier === 'deep' ? this.tracing.span('register fetch', { jurisdiction }, read) : read();
  }

  private found(
    question: NameQuestion,
    match: Match,
    { record, details, sources: read }: Extract<DecidedReading, { kind: 'read' }>,
    { complete, quick: listed }: { complete: boolean; quick: FieldSources | undefined },
  ): Extract<NameAnswer, { kind: 'found' }> {
    const provenance = this.provenance(question, record);
    const search = { searchedAt: question.claimedAt, complete };
    const sources = sourcesOf(question.tier, listed, read);
    const dated = withPeriodRead(match, record, question.jurisdiction);
    return { kind: 'found', record, details, sources, match: dated, provenance, search, rivals: [] };
  }

  /** A certain match has no rivals: no further evidence selects another record. */
  private async rivals(
    question: NameQuestion,
    { match, record, rivals }: Extract<Decision, { kind: 'match' }>,
    { words: own, registry, signal, witness }: Asking & { words: RegisterWords | undefined },
  ): Promise<ReadRecord[]> {
    if (!match.review) return [];
    const { entityName, jurisdiction, tier, givenEvidence = [] } = question;
    const toRead = new Set<RegisterRecord>();
    for (const evidence of tier === 'deep' ? givenEvidence : []) {
      const decision = decide(entityName, jurisdiction, [record, ...rivals], { own, evidence });
      if (decision.kind === 'match') toRead.add(decision.record);
      if (decision.kind === 'match' && decision.match.review && isOnlyInDetails(evidence, jurisdiction)) {
        for (const rival of rivals.slice(0, MAX_RIVALS_READ)) toRead.add(rival);
      }
    }
    const read: ReadRecord[] = [];
    // One after the other, so that the witness knows which of them an exchange belongs to.
    for (const rival of rivals) {
      const listed = witness?.sourcesOf(rival);
      const reading: DecidedReading = toRead.has(rival)
        ? await this.reading(question, rival, { registry, signal, witness })
        : { kind: 'read', record: rival, details: undefined };
      if (reading.kind !== 'read') continue;
      const { sources, ...found } = reading;
      const provenance = this.provenance(question, found.record);
      read.push({ ...found, provenance, sources: sourcesOf(tier, listed, sources) });
    }
    return read;
  }

  private noMatch({ jurisdiction, claimedAt: searchedAt }: NameQuestion, closest: string[]): NameAnswer {
    const { coverage } = this.registries.offer(jurisdiction);
    return { kind: 'no_match', closest, coverage, search: { searchedAt, complete: true } };
  }

  /** Hits are useful even if there may be more, but an empty result then proves nothing. */
  private ranked(
    question: NameQuestion,
    { records, complete, asOf }: Candidates,
    words: RegisterWords | undefined,
    witness: Witness | undefined,
  ): NameAnswer {
    const { jurisdiction, entityName, claimedAt: searchedAt } = question;
    const near = nearRecords(entityName, jurisdiction, records, { own: words });
    if (near.length === 0 && !complete) throw incompleteSearch();
    return {
      kind: 'ranked',
      records: near.map(({ record }) => ({
        record,
        provenance: this.provenance(question, record),
        sources: witness && { quick: witness.sourcesOf(record) },
      })),
      words,
      decision: decide(entityName, jurisdiction, records, { own: words, complete }),
      coverage: this.registries.offer(jurisdiction).coverage,
      asOf: asOf ?? searchedAt.toISOString().slice(0, 10),
      search: { searchedAt, complete },
    };
  }

  /**
   * Data counts as read at the claim: if the worker was suspended in between, its data is never
   * taken for newer than what was read meanwhile.
   */
  private provenance({ jurisdiction, claimedAt }: Asked, record: RegisterRecord): Provenance {
    return {
      url: record.url ?? jurisdictionNamed(jurisdiction).source.url,
      retrievedAt: claimedAt,
      coverage: this.registries.offer(jurisdiction).coverage,
      sandbox: this.registries.isSandbox(jurisdiction),
      parserVersion: this.registries.parserVersion(jurisdiction),
    };
  }
}

/** Combines the places of a record in a search result with those where it was read by number. */
function sourcesOf(tier: Tier, listed: FieldSources | undefined, read: FieldSources | undefined) {
  if (!listed) return undefined;
  return tier === 'deep' ? { quick: listed, ...(read && { deep: read }) } : { quick: read ?? listed };
}
