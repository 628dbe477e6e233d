import type { Provenance } from '../entities/entity.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import { jurisdictionNamed } from '../registries/jurisdictions.js';
import { SourceError, type Registries, type Registry } from '../registries/ports.js';
import type { RecordDetails, RegisterRecord, WithheldRecord } from '../registries/record.js';
import { readRecordNumber } from '../registries/record-numbers.js';

/** Long enough for a slow register, short enough that a claim outlives two of them. */
const LIMIT_MS = 45_000;

/** What a register said of one record. `readingNumber`: see `Registries.parserVersion`. */
export type RecordAnswer = { readingNumber: number; provenance: Provenance } & (
  { kind: 'read'; record: RegisterRecord; details: RecordDetails | undefined } | { kind: 'absent'; coverage: Coverage }
);

/**
 * Reads one record by its number, as its register has it at a moment of the world's clock. Throws
 * nothing but `SourceError`.
 */
export class RecordReader {
  constructor(private readonly registries: Registries) {}

  async read(
    { jurisdiction, recordId, tier, at }: { jurisdiction: string; recordId: string; tier: Tier; at: Date },
    retrievedAt: Date,
  ): Promise<RecordAnswer> {
    const registry = this.registries.of(jurisdiction).at(at);
    const { coverage } = this.registries.offer(jurisdiction);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new SourceError('timeout', 'the check took too long')), LIMIT_MS);
    try {
      const found = await ask(registry, jurisdiction, recordId, tier, limit.signal);
      const url = found?.record.url ?? jurisdictionNamed(jurisdiction).source.url;
      const provenance = { url, retrievedAt, coverage, sandbox: this.registries.isSandbox(jurisdiction) };
      const readingNumber = this.registries.parserVersion(jurisdiction);
      return found
        ? { kind: 'read', ...found, readingNumber, provenance }
        : { kind: 'absent', coverage, readingNumber, provenance };
    } finally {
      clearTimeout(timer);
    }
  }
}

async function ask(registry: Registry, jurisdiction: string, recordId: string, tier: Tier, signal: AbortSignal) {
  if (tier === 'deep') {
    const detailed = published(jurisdiction, await registry.fetch(recordId, signal));
    if (!detailed) return undefined;
    const { details, ...record } = detailed;
    return { record, details };
  }
  const reading = readRecordNumber(jurisdiction, recordId);
  const number = 'number' in reading ? reading.number : recordId;
  const record = published(jurisdiction, await registry.findByNumber(number, signal));
  return record && { record, details: undefined };
}

/**
 * A record of which the register no longer publishes whose it is: nothing is known of it, and it is
 * not absent.
 */
function published<T extends RegisterRecord>(
  jurisdiction: string,
  found: T | WithheldRecord | undefined,
): T | undefined {
  if (!found || !('withholds' in found)) return found;
  throw new SourceError('unavailable', `${jurisdiction} has ${found.id}, and does not publish its ${found.withholds}`);
}
