import type { HeardAnswer } from '../../src/core/evidence/ports.js';
import { withMore } from '../../src/core/registries/reading.js';
import { Registry, type Candidates, type NameQuery } from '../../src/core/registries/ports.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';
import type { Witness } from '../../src/core/registries/witness.js';
import type { NameAnswer, RecordAnswer } from '../../src/core/verification/register-answers.js';
import type { KeptReading } from '../../src/core/verification/replay-evidence.js';

/**
 * The adapter of an earlier version, which parsed the name and the status of a record differently.
 */
export class OlderAdapter extends Registry {
  readonly parserVersion = 0;

  constructor(private readonly today: Registry) {
    super();
  }

  override heardBy(witness: Witness): Registry {
    return new OlderAdapter(this.today.heardBy(witness));
  }

  override at(moment: Date): Registry {
    return new OlderAdapter(this.today.at(moment));
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const { records, complete } = await this.today.search(query, signal);
    return { records: records.map(readOtherwise), complete };
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const found = await this.today.fetch(id, signal);
    return found && 'details' in found ? readOtherwise(found) : found;
  }

  async findByNumber(number: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const found = await this.today.findByNumber(number, signal);
    return found && 'name' in found ? readOtherwise(found) : found;
  }
}

function readOtherwise<T extends RegisterRecord>(record: T): T {
  return withMore(record, { name: record.name.toLowerCase(), status: 'unknown' }) as unknown as T;
}

/** Returns the answer as the database restores it. */
export function asKept(
  heard: HeardAnswer,
  answer: Omit<NameAnswer, 'heard'> | Omit<RecordAnswer, 'heard'>,
): KeptReading {
  const found = answer as NameAnswer | RecordAnswer;
  const read = found.kind === 'ranked' ? found.records : 'record' in found ? [found] : [];
  const rivals = found.kind === 'found' ? found.rivals : [];
  return {
    ...heard,
    exchanges: heard.exchanges.map((exchange) => ({ ...exchange, sent: exchange.sent?.text })),
    records: JSON.parse(JSON.stringify([...read, ...rivals])),
  };
}
