import type { Tx } from '../ports.js';
import type { RegisterWords } from './register-words.js';
import type { Coverage, Tier } from './jurisdiction.js';
import type { DetailedRecord, RegisterRecord, WithheldRecord } from './record.js';
import type { Witness } from './witness.js';

/** The name that is looked for, in the forms a register's query language can use. */
export interface NameQuery {
  /** As the caller wrote it, trimmed and repaired. */
  typed: string;
  /**
   * Upper-case words of the name without its legal form, punctuation gone, in their order:
   * `O'BRIEN & SONS, LLC` → `OBRIEN SONS`.
   */
  words: string[];
  /**
   * The words that distinguish this business from others, the most distinctive first; never empty
   * when `words` is not.
   */
  distinctive: string[];
  /** `words` with their numbers written otherwise: `125 LARIMER` for ONE TWENTY FIVE LARIMER. */
  otherwise: string[][];
  /**
   * True once these records answer the question so well that no further query form needs to be
   * tried. The form that found them is still read to its end: another record may bear the same
   * name.
   */
  satisfiedBy(records: readonly RegisterRecord[]): boolean;
  /**
   * Whether a record of this name could be the one asked for, or come near it; where it is left
   * out, each could.
   */
  mayMean?(name: string): boolean;
}

export interface Candidates {
  /** Each record once. */
  records: RegisterRecord[];
  /**
   * True when every record that could be meant is among `records`. False when a page bound was hit
   * or a query form could not be asked: then the absence of a record proves nothing.
   */
  complete: boolean;
}

/**
 * Why a register gave no answer. *Absent* is an answer and never comes as an error. `timeout`: it
 * did not respond in time; `unavailable`: it refused, failed, or answered what cannot be read.
 */
export type SourceFailure = 'timeout' | 'unavailable';

export class SourceError extends Error {
  constructor(
    readonly failure: SourceFailure,
    message: string,
    readonly detail: {
      /**
       * The register found fault with our request, or changed its format: the adapter needs
       * attention.
       */
      ours?: boolean;
      /**
       * Not to be asked again before this time: by the register's word, or because what it allows
       * is used up.
       */
      retryAfterMs?: number;
      /**
       * Nothing was asked, because our own throttle held the request back. It says nothing about
       * the register and is no attempt.
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
 * One official register, asked in its own protocol. Both methods only read and may be repeated.
 * They throw nothing but `SourceError`.
 */
export abstract class Registry {
  /**
   * The version of this parser. Raised when the adapter begins to read the same answer in
   * another way: what was read before is then no measure of change. No two adapters of one register
   * have the same.
   */
  abstract readonly parserVersion: number;

  /**
   * The records whose name could be the one asked for; an empty list with `complete: true` means
   * the register has none.
   */
  abstract search(query: NameQuery, signal: AbortSignal): Promise<Candidates>;

  /**
   * One record with everything the register publishes of it; `undefined` when it has no such record
   * (any more). A record that no longer shows whose it is, or where, is neither. When one of
   * several calls behind it fails, the whole call fails: half a record is no record.
   */
  abstract fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | WithheldRecord | undefined>;

  /**
   * The record of this number, with its former and trade names where the register has them;
   * `undefined` when the register has no such record, or has it in another jurisdiction. A record
   * that withholds what would tell this is neither: it exists, and may be the business asked for.
   * `number` is in the form that `readRecordNumber` gives.
   */
  abstract findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | WithheldRecord | undefined>;

  /** The same register for many questions at once: each gets the answer that it would get alone. */
  together(): Registry {
    return this;
  }

  /** The same register, whose answers a witness hears. */
  heardBy(_witness: Witness): Registry {
    return this;
  }

  /**
   * The same register as it is at a moment of a sandbox's clock; an official one knows its own
   * time.
   */
  at(_moment: Date): Registry {
    return this;
  }
}

/** How a register has been answering lately, from its breaker. */
export type SourceStatus = 'operational' | 'degraded' | 'down';

/**
 * What a register can be asked for and what its silence means; for some this depends on the
 * credentials that are configured.
 */
export interface Offer {
  tiers: readonly Tier[];
  coverage: Coverage;
}

/** What somebody has typed so far of a name, or of a number. */
export interface TypedSoFar {
  /** Upper-case words; the last may be unfinished. */
  words: readonly string[];
  /** Without its separators; `undefined` for what is no number. */
  number: string | undefined;
}

/** The registers this process can reach. */
export abstract class Registries {
  /** The register of a jurisdiction; throws for a code that `unavailableReason` does not clear. */
  abstract of(code: string): Registry;

  /** `undefined` when the register can be asked; otherwise why not, in words for the caller. */
  abstract unavailableReason(code: string): string | undefined;

  /**
   * What a register lacks that cannot be asked: credentials, or else an edition of its data;
   * `undefined` for one that can be asked.
   */
  lacks(code: string): 'needs_credentials' | 'no_edition' | undefined {
    return this.unavailableReason(code) === undefined ? undefined : 'no_edition';
  }

  /** What is offered now; throws for a code that is no jurisdiction. */
  abstract offer(code: string): Offer;

  abstract status(code: string): SourceStatus;

  /**
   * The register failed, its cool-down is over, and it has not been asked since: only another
   * request can show that it is back.
   */
  awaitsProbe(_code: string): boolean {
    return false;
  }

  /**
   * `YYYY-MM-DD`, how old the data of a mirrored register is; `undefined` for registers that are
   * asked directly.
   */
  asOf(_code: string): string | undefined {
    return undefined;
  }

  /**
   * Since when the current edition of a mirrored register answers; `undefined` for registers that
   * are asked directly.
   */
  editionSince(_code: string): Date | undefined {
    return undefined;
  }

  /**
   * How common words are in the register's own names, kept in memory; `undefined` where they have
   * not been counted.
   */
  words(_code: string): RegisterWords | undefined {
    return undefined;
  }

  /**
   * Records of a mirrored register that may be meant by what somebody has typed so far, the nearest
   * first; none of registers that are asked directly.
   */
  suggest(_code: string, _typed: TypedSoFar, _limit: number): Promise<RegisterRecord[]> {
    return Promise.resolve([]);
  }

  /**
   * The number of the way in which a register is read; throws nothing for one that cannot be asked
   * now.
   */
  abstract parserVersion(code: string): number;

  /** Three names that a sandbox register knows; `undefined` outside sandbox mode. */
  abstract sampleNames(code: string): string[] | undefined;

  /** True while the answers come from the bundled sandbox and say nothing about real businesses. */
  abstract isSandbox(code: string): boolean;
}

/** Jurisdictions that an administrator took out of service. */
export abstract class JurisdictionSwitches {
  /** Their codes; a switch is known in every process within seconds. */
  abstract readonly off: ReadonlySet<string>;

  /** Safe to repeat. */
  abstract set(tx: Tx, code: string, on: boolean): Promise<void>;
}
