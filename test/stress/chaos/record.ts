import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';

/**
 * Observations of the outside client, one line per event, in order of observation. Times are
 * milliseconds since 1970 on the outside client's clock.
 */
export type Line = AccountLine | AskedLine | TriedLine | EndedLine | ToldLine | PaidLine | FactLine | BalanceLine;

/** A new account and its key. */
export interface AccountLine {
  line: 'account';
  atMs: number;
  accountId: string;
}

export type RequestKind = 'cached' | 'new name' | 'refresh' | 'no answer' | 'search' | 'mcp' | 'history';

/**
 * The start of a request that costs credits. It is repeated under the same Idempotency-Key until it
 * is answered.
 */
export interface AskedLine {
  line: 'asked';
  atMs: number;
  id: string;
  accountId: string;
  kind: RequestKind;
  /** Credits for the answer, or for each of its jobs. */
  price: number;
  /** True if every job of the request was given a webhook_url. */
  webhook: boolean;
}

/** One try of a request and its result. */
export interface TriedLine {
  line: 'tried';
  atMs: number;
  id: string;
  durationMs: number;
  /** Not set when there was no response. */
  status?: number;
  code?: string;
  jobIds: string[];
  /** True if the request is answered and will not be repeated. */
  final: boolean;
  /** The reason there was no response, or the part of the response that breaks the contract. */
  trouble?: string;
  surprise?: boolean;
}

/** The status route reported a job as ended. */
export interface EndedLine {
  line: 'ended';
  atMs: number;
  jobId: string;
  status: 'completed' | 'failed' | 'refunded';
}

/** A received webhook. */
export interface ToldLine {
  line: 'told';
  atMs: number;
  eventId: string;
  event: string;
  jobId: string;
  /** True if both signatures verify with the account's secret. */
  signed: boolean;
}

/** The checkout reported that credits were added. */
export interface PaidLine {
  line: 'paid';
  atMs: number;
  accountId: string;
  sessionId: string;
}

/** The time at which the register of an entity was last read, as the service reports it. */
export interface FactLine {
  line: 'fact';
  /** Time of the request (`atMs`) and of the response (`endMs`). */
  atMs: number;
  endMs: number;
  entityId: string;
  verifiedAt: string;
}

/** The balance that the service reports once everything has ended. */
export interface BalanceLine {
  line: 'balance';
  atMs: number;
  accountId: string;
  credits: number;
}

export class Recorder {
  private readonly file: WriteStream;

  constructor(path: string) {
    this.file = createWriteStream(path, { flags: 'a' });
  }

  write(line: Line): void {
    this.file.write(`${JSON.stringify(line)}\n`);
  }

  async close(): Promise<void> {
    this.file.end();
    await once(this.file, 'close');
  }
}

export function readRecord(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
