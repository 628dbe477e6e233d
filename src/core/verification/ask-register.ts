import { decide, type Match } from '../matching/decide.js';
import { nameQuery } from '../matching/query.js';
import type { Clock } from '../ports.js';
import type { Provenance } from '../entities/entity.js';
import { jurisdictionNamed, type Coverage } from '../registries/jurisdiction.js';
import { SourceError, type Registries, type Registry } from '../registries/ports.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { Retrieval } from './ports.js';

/** What a register said about a name. */
export type RegisterAnswer =
  | { kind: 'found'; record: RegisterRecord; details: RecordDetails | undefined; match: Match; provenance: Provenance }
  | { kind: 'no_match'; closest: string[]; coverage: Coverage; retrievedAt: Date };

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
 * Puts the question to the register and decides which record is meant. A "no" is only given when the register was searched to the end;
 * anything less is no answer. Throws nothing but `SourceError`.
 */
export class AskRegister {
  constructor(
    private readonly registries: Registries,
    private readonly clock: Clock,
  ) {}

  async ask({ jurisdiction, entityName, tier }: Retrieval, signal: AbortSignal): Promise<RegisterAnswer> {
    const registry = this.registries.of(jurisdiction);
    const { records, complete } = await registry.search(nameQuery(entityName, jurisdiction), signal);
    const decision = decide(entityName, jurisdiction, records);
    if (decision.kind === 'no_match') {
      if (!complete) throw new IncompleteSearch();
      const { coverage } = this.registries.offer(jurisdiction);
      return { kind: 'no_match', closest: decision.closest, coverage, retrievedAt: this.clock.now() };
    }
    const { record, details } =
      tier === 'deep'
        ? await this.fetchAll(registry, decision.record, signal)
        : { record: decision.record, details: undefined };
    return { kind: 'found', record, details, match: decision.match, provenance: this.provenance(jurisdiction, record) };
  }

  private async fetchAll(registry: Registry, { id }: RegisterRecord, signal: AbortSignal) {
    const detailed = await registry.fetch(id, signal);
    if (!detailed) throw new SourceError('unavailable', `record ${id} went away between being found and being read`);
    const { details, ...record } = detailed;
    return { record, details };
  }

  private provenance(jurisdiction: string, record: RegisterRecord): Provenance {
    return {
      url: record.url ?? jurisdictionNamed(jurisdiction).source.url,
      retrievedAt: this.clock.now(),
      sandbox: this.registries.isSandbox(jurisdiction),
    };
  }
}
