import type { Tx } from '../ports.js';
import type { RegisterWords } from './register-words.js';
import type { Coverage, Tier } from './jurisdiction.js';
import type { DetailedRecord, MovedRecord, RegisterRecord, WithheldRecord } from './record.js';
import type { Witness } from './witness.js';

/** The requested name, in the forms a register's query language can use. */
export interface NameQuery {
  /** As the caller wrote it, trimmed and repaired. */
  typed: string;
  /**
   * Upper-case words of the name in order, without legal form and punctuation: `O'BRIEN & SONS,
   * LLC` → `OBRIEN SONS`.
   */
  words: string[];
  /**
   * The words that distinguish this business from others, most distinctive first; never empty when
   * `words` is not.
   */
  distinctive: string[];
  /** `words` with other spellings of their numbers: `125 LARIMER` for ONE TWENTY FIVE LARIMER. */
  otherwise: string[][];
  /**
   * Returns `true` once these records answer the question well enough to skip further query forms.
   * The form that found them is still read to its end: another record may have the same name.
   */
  satisfiedBy(records: readonly RegisterRecord[]): boolean;
  /**
   * Returns whether a record of this name could be the requested one, or come near it. If left out,
   * each could.
   */
  mayMean?(name: string): boolean;
}

export interface Candidates {
  /** Without duplicates. */
  records: RegisterRecord[];
  /**
   * True when `records` contains every candidate. False when a page limit was hit or a query form
   * failed: then the absence of a record proves nothing.
   */
  complete: boolean;
  /** Date of the mirrored edition that was read: see `Registries.asOf`. */
  asOf?: string;
}

/**
 * Why a register did not answer. *Absent* is an answer and never an error. `timeout`: it did not
 * respond in time; `unavailable`: it refused, failed, or sent an unreadable response.
 */
export type SourceFailure = 'timeout' | 'unavailable';

export class SourceError extends Error {
  constructor(
    readonly failure: SourceFailure,
    message: string,
    readonly detail: {
      /** The register rejected our request or changed its format: the adapter needs attention. */
      ours?: boolean;
      /** Do not retry earlier: the register said so, or its quota is used up. */
      retryAfterMs?: number;
      /**
       * Our own throttle held the request back, so nothing was sent. It says nothing about the
       * register and does not count as an attempt.
       */
      throttled?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'SourceError';
  }
}

/**
 * One official register, queried in its own protocol. All methods only read and may be repeated.
 * They throw only `SourceError`.
 */
export abstract class Registry {
  /**
   * Raised when the adapter starts to read the same response differently: earlier readings then
   * cannot be compared for changes. Unique among the adapters of one register.
   */
  abstract readonly parserVersion: number;

  /**
   * Returns the records whose name could be the requested one; an empty list with `complete: true`
   * means the register has none.
   */
  abstract search(query: NameQuery, signal: AbortSignal): Promise<Candidates>;

  /**
   * Returns one record with everything the register publishes of it; `undefined` when it has no
   * such record (any longer). A record that no longer shows its owner or location is returned as
   * withheld, and one whose seat is in another jurisdiction as moved. If one of several underlying
   * calls fails, the whole call fails: it never returns half a record.
   *
   * Call it for a record that is known to belong here, and pass it as `listed` where it was listed
   * just now: of several records with this number, the one with its name is returned.
   */
  abstract fetch(
    id: string,
    signal: AbortSignal,
    listed?: RegisterRecord,
  ): Promise<DetailedRecord | WithheldRecord | MovedRecord | undefined>;

  /**
   * Returns the record of this number, with its former and trade names where the register has them;
   * `undefined` when the register has no such record. A record whose seat is in another
   * jurisdiction is returned as moved. A record that withholds the data to tell is returned as
   * withheld: it exists, and may be the requested business. `number` is in the form of
   * `readRecordNumber`. Of several records with this number, the one that `isMeant` is returned.
   */
  abstract findByNumber(
    number: string,
    signal: AbortSignal,
    isMeant?: (record: RegisterRecord) => boolean,
  ): Promise<RegisterRecord | WithheldRecord | MovedRecord | undefined>;

  /** Returns the register for many questions at once: each gets the answer it would get alone. */
  together(): Registry {
    return this;
  }

  /** Returns the register with its responses recorded by a witness. */
  heardBy(_witness: Witness): Registry {
    return this;
  }

  /** Returns the register as of a time of the sandbox clock; an official one has its own time. */
  at(_moment: Date): Registry {
    return this;
  }
}

/** The register's recent availability, from its circuit breaker. */
export type SourceStatus = 'operational' | 'degraded' | 'down';

/**
 * The data a register offers and the meaning of its no-match; for some, this depends on the
 * configured credentials.
 */
export interface Offer {
  tiers: readonly Tier[];
  coverage: Coverage;
}

export interface TypedSoFar {
  /** Upper-case words; the last may be unfinished. */
  words: readonly string[];
  /** Without separators; `undefined` if it is no number. */
  number: string | undefined;
}

export abstract class Registries {
  /** The jurisdictions in force, in the order of lists, whether or not they can be queried. */
  abstract readonly codes: readonly string[];

  /** Returns the register of a jurisdiction; throws for a code with an `unavailableReason`. */
  abstract of(code: string): Registry;

  /** Returns why the register cannot be queried, in words for the caller; `undefined` if it can. */
  abstract unavailableReason(code: string): string | undefined;

  /**
   * Returns what an unavailable register lacks: credentials, or an edition of its data; `undefined`
   * for an available one.
   */
  lacks(code: string): 'needs_credentials' | 'no_edition' | undefined {
    return this.unavailableReason(code) === undefined ? undefined : 'no_edition';
  }

  /** Returns the current offer; throws for an unknown code. */
  abstract offer(code: string): Offer;

  abstract status(code: string): SourceStatus;

  /**
   * Returns whether the register failed, its cool-down is over, and it has not been queried since:
   * only another request can show that it is back.
   */
  awaitsProbe(_code: string): boolean {
    return false;
  }

  /**
   * Returns the date of a mirrored register's data, `YYYY-MM-DD`; `undefined` for registers queried
   * directly.
   */
  asOf(_code: string): string | undefined {
    return undefined;
  }

  /**
   * Returns since when the current edition of a mirrored register is in use; `undefined` for
   * registers queried directly.
   */
  editionSince(_code: string): Date | undefined {
    return undefined;
  }

  /**
   * Returns word frequencies of the register's own names, kept in memory; `undefined` where they
   * have not been counted.
   */
  words(_code: string): RegisterWords | undefined {
    return undefined;
  }

  /**
   * Suggests records of a mirrored register for a partly typed name or number, nearest first; empty
   * for registers queried directly.
   */
  suggest(_code: string, _typed: TypedSoFar, _limit: number): Promise<RegisterRecord[]> {
    return Promise.resolve([]);
  }

  /** Returns the parser version of a register; does not throw for an unavailable one. */
  abstract parserVersion(code: string): number;

  /** Returns three names in the sandbox register; `undefined` outside sandbox mode. */
  abstract sampleNames(code: string): string[] | undefined;

  /**
   * Returns whether answers come from the bundled sandbox and say nothing about real businesses.
   */
  abstract isSandbox(code: string): boolean;
}

export abstract class JurisdictionSwitches {
  /** Their codes; a change reaches every process within seconds. */
  abstract readonly off: ReadonlySet<string>;

  /** Safe to repeat. */
  abstract set(tx: Tx, code: string, on: boolean): Promise<void>;
}
