import { Registry, SourceError, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import type { DetailedRecord, RegisterRecord } from '../../../core/registries/record.js';
import { readRows, type OnRowSkipped } from '../http/rows.js';
import type { BulkFormat } from './bulk-format.js';
import type { Edition } from './editions.js';
import { MirrorSearch } from './mirror-search.js';
import type { Statements } from './statements.js';

/** SQLSTATE of a table that is gone: another edition has taken over since. */
const UNDEFINED_TABLE = '42P01';

export interface MirrorSettings {
  statements: Statements;
  format: BulkFormat;
  /** For one answer. */
  timeoutMs: number;
  edition: () => Edition | undefined;
  /** Told of each entity whose rows cannot be read and which is left out. */
  onRowSkipped: OnRowSkipped;
  /** Looks which edition answers now. */
  refresh: () => Promise<void>;
}

/** A register of which Postgres holds a copy: asked there, in the edition that is current. */
export class MirrorRegistry extends Registry {
  constructor(private readonly settings: MirrorSettings) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const { format, onRowSkipped } = this.settings;
    return this.read(signal, async (mirror) => {
      const found = new Map<string, RegisterRecord>();
      let complete = true;
      for (const stage of ['sameName', 'sameLetters', 'nearNames'] as const) {
        if (found.size > 0 && query.satisfiedBy([...found.values()])) break;
        const { entities, complete: all } = await mirror[stage](query);
        const read = readRows([...entities.values()], (parts) => format.toRecord(parts), onRowSkipped);
        for (const record of read.rows) if (record && !found.has(record.id)) found.set(record.id, record);
        complete = complete && all && read.complete;
      }
      return { records: [...found.values()], complete };
    });
  }

  override findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    return this.read(signal, async (mirror) => {
      const parts = await mirror.entity(number.replaceAll('\0', ''));
      return parts && this.settings.format.toRecord(parts);
    });
  }

  fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    return this.read(signal, async (mirror) => {
      const parts = await mirror.entity(id.replaceAll('\0', ''));
      const record = parts && this.settings.format.toRecord(parts);
      return record && { ...record, details: this.settings.format.details(parts) };
    });
  }

  private async read<T>(signal: AbortSignal, work: (mirror: MirrorSearch) => Promise<T>): Promise<T> {
    try {
      return await within(this.settings.timeoutMs, signal, this.readCurrent(work));
    } catch (cause) {
      if (cause instanceof SourceError) throw cause;
      throw new SourceError('unavailable', `${this.settings.format.code}: the mirror could not be read`, { cause });
    }
  }

  private async readCurrent<T>(work: (mirror: MirrorSearch) => Promise<T>): Promise<T> {
    try {
      return await work(this.current());
    } catch (error) {
      if (!isGone(error)) throw error;
      await this.settings.refresh();
      return work(this.current());
    }
  }

  private current(): MirrorSearch {
    const edition = this.settings.edition();
    if (!edition) throw new SourceError('unavailable', `${this.settings.format.code}: no edition has been imported`);
    return new MirrorSearch(this.settings.statements, edition, this.settings.format.recordParts);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;
}

/** The database may finish a statement nobody waits for any more; its own limit ends it. */
async function within<T>(timeoutMs: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    giveUp = () => {
      const inTime = !(signal.reason instanceof Error && signal.reason.name === 'TimeoutError');
      reject(new SourceError(inTime ? 'unavailable' : 'timeout', 'the caller gave up', { cause: signal.reason }));
    };
    timer = setTimeout(() => reject(new SourceError('timeout', `no answer within ${timeoutMs} ms`)), timeoutMs);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    if (giveUp) signal.removeEventListener('abort', giveUp);
  }
}
