import {
  Registry,
  SourceError,
  type Candidates,
  type NameQuery,
  type TypedSoFar,
} from '../../../../core/registries/ports.js';
import { withMore } from '../../../../core/registries/reading.js';
import type { DetailedRecord, RegisterRecord } from '../../../../core/registries/record.js';
import type { Witness } from '../../../../core/registries/witness.js';
import type { OnUnknownStatus } from '../../http/fields.js';
import { readRows, type OnRowSkipped } from '../../http/rows.js';
import type { BulkFormat, Parts, RowContext } from '../formats/bulk-format.js';
import type { Edition } from './editions.js';
import { hearRows } from './heard-rows.js';
import { MirrorReads } from './mirror-reads.js';
import { MirrorSuggest } from './mirror-suggest.js';
import { MirrorSearch, type Found } from './mirror-search.js';
import { alone, together, type Asking } from './shared-reads.js';
import type { Statements } from './statements.js';
import { UnknownStatuses } from './unknown-statuses.js';

/** SQLSTATE of a missing table: another edition has taken over. */
const UNDEFINED_TABLE = '42P01';

export interface MirrorSettings {
  statements: Statements;
  format: BulkFormat;
  /** Limit for one answer. */
  timeoutMs: number;
  edition: () => Edition | undefined;
  /** Called for each entity that is omitted because its rows cannot be read. */
  onRowSkipped: OnRowSkipped;
  /** Called once for each status word of an edition that the format does not know. */
  onUnknownStatus: OnUnknownStatus;
  /** Looks up the current editions. */
  refresh: () => Promise<void>;
  /** Looks them up only if another edition of this register has taken over. */
  catchUp: () => Promise<void>;
}

interface Current {
  edition: Edition;
  mirror: MirrorSearch;
  reads: MirrorReads;
  suggest: MirrorSuggest;
  context: RowContext;
}

/** A register mirrored in Postgres. Reads its current edition there. */
export class MirrorRegistry extends Registry {
  readonly parserVersion: number;
  private readonly refresh: () => Promise<void>;
  private readonly catchUp: () => Promise<void>;
  private last: { edition: Edition; reads: MirrorReads } | undefined;

  constructor(
    private readonly settings: MirrorSettings,
    private readonly asking: Asking = alone,
    private readonly unknownStatuses = new UnknownStatuses(settings.onUnknownStatus),
  ) {
    super();
    this.parserVersion = settings.format.parserVersion;
    this.refresh = asking<void, void>((calls) => settings.refresh().then(() => calls));
    this.catchUp = asking<void, void>((calls) => settings.catchUp().then(() => calls));
  }

  /** Its statements answer concurrent questions together. */
  override together(): MirrorRegistry {
    return new MirrorRegistry(this.settings, together, this.unknownStatuses);
  }

  override heardBy(witness: Witness): Registry {
    return new HeardMirror(this, witness);
  }

  search(query: NameQuery, signal: AbortSignal, witness?: Witness): Promise<Candidates> {
    const { format, onRowSkipped } = this.settings;
    return this.readLatest(signal, async ({ mirror, context, edition }) => {
      const found = new Map<string, RegisterRecord>();
      const rows = new Map<string, Parts>();
      if (witness) hearRows(witness, { edition, format }, rows);
      let complete = true;
      const add = ({ entities, complete: all }: Found) => {
        if (witness) for (const [id, parts] of entities) if (!rows.has(id)) rows.set(id, parts);
        const read = readRows([...entities.values()], (parts) => format.toRecord(parts, context), onRowSkipped);
        for (const record of read.rows) if (record && !found.has(record.id)) found.set(record.id, record);
        complete = complete && all && read.complete;
      };
      // Names with another legal form, or none, have the same letters. Only all these reads together
      // show that a name is the only one.
      const numbered = query.otherwise.map((words) => mirror.sameLetters({ typed: words.join(' ') }));
      const same = [mirror.sameName(query), mirror.sameLetters(query), ...numbered];
      for (const read of await Promise.all(same)) add(read);
      if (found.size === 0 || !query.satisfiedBy([...found.values()])) add(await mirror.nearNames(query));
      return { records: [...found.values()], complete, asOf: edition.asOf };
    });
  }

  findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    return this.findHeard(number, signal);
  }

  findHeard(number: string, signal: AbortSignal, witness?: Witness): Promise<RegisterRecord | undefined> {
    return this.readLatest(signal, async (current) => {
      const parts = await this.partsOf(number, current, witness);
      return parts && this.settings.format.toRecord(parts, current.context);
    });
  }

  fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    return this.fetchHeard(id, signal);
  }

  fetchHeard(id: string, signal: AbortSignal, witness?: Witness): Promise<DetailedRecord | undefined> {
    return this.readLatest(signal, async (current) => {
      const parts = await this.partsOf(id, current, witness);
      const record = parts && this.settings.format.toRecord(parts, current.context);
      return record && withMore(record, { details: this.settings.format.details(parts) });
    });
  }

  private async partsOf(id: string, { reads, edition }: Current, witness?: Witness): Promise<Parts | undefined> {
    const asked = id.replaceAll('\0', '');
    const parts = await reads.entity(asked);
    if (witness) hearRows(witness, { edition, format: this.settings.format }, new Map(parts && [[asked, parts]]));
    return parts;
  }

  /** Returns records that may match what was typed so far, the nearest first. */
  async suggest(typed: TypedSoFar, limit: number): Promise<RegisterRecord[]> {
    return this.read(new AbortController().signal, async ({ reads, suggest, context }) => {
      const ids = await suggest.ids(typed, limit);
      const entities = await reads.listed(ids);
      const rows = ids.map((id) => entities.get(id)).filter((parts) => parts !== undefined);
      const read = readRows(rows, (parts) => this.settings.format.toRecord(parts, context), this.settings.onRowSkipped);
      return read.rows.flatMap((record) => record ?? []);
    });
  }

  /**
   * Reads no edition older than the one that is current at the time of the call: watches are
   * notified once of each edition, and a search after that must see it.
   */
  private readLatest<T>(signal: AbortSignal, work: (current: Current) => Promise<T>): Promise<T> {
    return this.read(signal, work, () => this.catchUp());
  }

  private async read<T>(
    signal: AbortSignal,
    work: (current: Current) => Promise<T>,
    before: () => Promise<void> = async () => undefined,
  ): Promise<T> {
    try {
      return await within(
        this.settings.timeoutMs,
        signal,
        before().then(() => this.readCurrent(work)),
      );
    } catch (cause) {
      if (cause instanceof SourceError) throw cause;
      throw new SourceError('unavailable', `${this.settings.format.code}: the mirror could not be read`, { cause });
    }
  }

  private async readCurrent<T>(work: (current: Current) => Promise<T>): Promise<T> {
    try {
      return await work(this.current());
    } catch (error) {
      if (!isGone(error)) throw error;
      await this.refresh();
      return work(this.current());
    }
  }

  private current(): Current {
    const edition = this.settings.edition();
    if (!edition) throw new SourceError('unavailable', `${this.settings.format.code}: no edition has been imported`);
    const { statements, format } = this.settings;
    const reads =
      this.last?.edition === edition
        ? this.last.reads
        : new MirrorReads(statements, edition, format.recordParts, this.asking);
    this.last = { edition, reads };
    const mirror = new MirrorSearch(reads, edition);
    const suggest = new MirrorSuggest(statements, edition);
    return { edition, mirror, suggest, reads, context: { unknownStatus: this.unknownStatuses.of(edition) } };
  }
}

class HeardMirror extends Registry {
  readonly parserVersion: number;

  constructor(
    private readonly mirror: MirrorRegistry,
    private readonly witness: Witness,
  ) {
    super();
    this.parserVersion = mirror.parserVersion;
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return this.mirror.search(query, signal, this.witness);
  }

  findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    return this.mirror.findHeard(number, signal, this.witness);
  }

  fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    return this.mirror.fetchHeard(id, signal, this.witness);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;
}

/** The database may still finish an abandoned statement, until its own time limit. */
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
