import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';

/** What the outside saw, a line each, in the order in which it saw it. Times are milliseconds since 1970, of the outside's clock. */
export type Line = AccountLine | AskedLine | TriedLine | EndedLine | ToldLine | PaidLine | FactLine | BalanceLine;

/** Somebody signed up and was given a key. */
export interface AccountLine {
  line: 'account';
  atMs: number;
  accountId: string;
}

export type RequestKind = 'cached' | 'new name' | 'refresh' | 'no answer' | 'search' | 'mcp' | 'history';

/** A request that costs credits was begun; it is repeated under the same Idempotency-Key until it is answered. */
export interface AskedLine {
  line: 'asked';
  atMs: number;
  id: string;
  accountId: string;
  kind: RequestKind;
  /** What is charged for the answer, or for each of its jobs. */
  price: number;
  /** Whether every job of the request was given a webhook_url. */
  webhook: boolean;
}

/** One try of a request, and what became of it. */
export interface TriedLine {
  line: 'tried';
  /** When it was sent. */
  atMs: number;
  id: string;
  durationMs: number;
  /** Unset: there was no answer. */
  status?: number;
  code?: string;
  jobIds: string[];
  /** The request is answered: nobody repeats it. */
  final: boolean;
  /** Why there was no answer, or what the contract does not know about the one there was. */
  trouble?: string;
  surprise?: boolean;
}

/** The status route said that a job has ended. */
export interface EndedLine {
  line: 'ended';
  atMs: number;
  jobId: string;
  status: 'completed' | 'failed' | 'refunded';
}

/** A webhook came in. */
export interface ToldLine {
  line: 'told';
  atMs: number;
  eventId: string;
  event: string;
  jobId: string;
  /** Both signatures verify with the account's secret. */
  signed: boolean;
}

/** The checkout said that credits were added. */
export interface PaidLine {
  line: 'paid';
  atMs: number;
  accountId: string;
  sessionId: string;
}

/** What the service said of an entity: when its register was last read. */
export interface FactLine {
  line: 'fact';
  /** When it was asked, and when it had answered. */
  atMs: number;
  endMs: number;
  entityId: string;
  verifiedAt: string;
}

/** What the account was told it has, after everything had ended. */
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
