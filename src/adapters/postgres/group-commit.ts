import { AppError } from '../../core/errors.js';
import { Batcher } from './batcher.js';

/** The rows that can wait for the end of their transaction, as `write_together` (0090) takes them. */
export interface LateRows {
  charges: {
    id: string;
    account_id: string;
    /** Positive. */
    amount: number;
    description: string;
    operation: string;
    key_id: string | null;
    job_id: string | null;
    search_id: string | null;
  };
  askers: { account_id: string; entity_id: string; tier: string; match: object };
  outcomes: { account_id: string; key: string; claim: string; outcome: unknown };
  searches: {
    id: string;
    account_id: string;
    entity_name: string;
    jurisdictions: string[];
    known: unknown[] | null;
  };
}

export type LateWrite = { [Table in keyof LateRows]: { table: Table; row: LateRows[Table] } }[keyof LateRows];

/** What one transaction writes at its end. */
export type LateWrites = readonly LateWrite[];

/** An account that was to be charged, what it has after the statement, and the places of the transactions that it could not pay for. */
export interface Payer {
  account_id: string;
  balance: number;
  unpaid: number[];
}

/** Calls `write_together`. */
export type WriteTogether = (rows: {
  [Table in keyof LateRows]: (LateRows[Table] & { place: number; line: number })[];
}) => Promise<Payer[]>;

/** The statement was refused for what it said, so nothing of it was done: data exception, integrity violation, lost against another, raised. */
const REFUSED = /^(22|23|40001|40P01|P0)/;

/**
 * Commits transactions that only write, many in one statement. Each happens wholly or not at all, and is answered after the commit: one that fails is
 * tried alone, so that it fails for itself and not for its neighbours.
 */
export class GroupCommit {
  private readonly batcher = new Batcher<LateWrites, void>((batch) => this.commit(batch));

  constructor(
    private readonly writeTogether: WriteTogether,
    private readonly sqlState: (error: unknown) => string | undefined,
    private readonly onCommitted: (payers: readonly Payer[]) => void,
  ) {}

  /** Throws `INSUFFICIENT_CREDITS` (details: required, available) when the account cannot pay for all of it. */
  write(writes: LateWrites): Promise<void> {
    return this.batcher.ask(writes);
  }

  private async commit(batch: LateWrites[]): Promise<PromiseSettledResult<void>[]> {
    let payers: Payer[];
    try {
      payers = await this.writeTogether(rowsOf(batch));
    } catch (error) {
      // Of anything else, a lost connection above all, nobody knows what came of it: trying again could charge twice.
      if (batch.length === 1 || !REFUSED.test(this.sqlState(error) ?? '')) throw error;
      return this.oneByOne(batch);
    }
    this.onCommitted(payers);
    return this.withThoseLeftOut(batch, unpaidPlaces(payers));
  }

  /** Who alone asks for more than there is gets a refusal; for the others it depends on who comes first. */
  private async withThoseLeftOut(
    batch: LateWrites[],
    leftOut: ReadonlyMap<number, number>,
  ): Promise<PromiseSettledResult<void>[]> {
    const results: PromiseSettledResult<void>[] = [];
    for (const [place, writes] of batch.entries()) {
      const available = leftOut.get(place);
      if (available === undefined) results.push({ status: 'fulfilled', value: undefined });
      else if (creditsOf(writes) > available)
        results.push({ status: 'rejected', reason: insufficientCredits(creditsOf(writes), available) });
      else results.push(...(await this.oneByOne([writes])));
    }
    return results;
  }

  private async oneByOne(batch: LateWrites[]): Promise<PromiseSettledResult<void>[]> {
    const results: PromiseSettledResult<void>[] = [];
    for (const writes of batch) {
      const [result] = await Promise.allSettled([writeAlone(this.writeTogether, writes)]);
      if (result.status === 'fulfilled') this.onCommitted(result.value);
      results.push(result.status === 'fulfilled' ? { status: 'fulfilled', value: undefined } : result);
    }
    return results;
  }
}

/** The writes of one transaction by themselves. */
export async function writeAlone(writeTogether: WriteTogether, writes: LateWrites): Promise<Payer[]> {
  const payers = await writeTogether(rowsOf([writes]));
  const available = unpaidPlaces(payers).get(0);
  if (available !== undefined) throw insufficientCredits(creditsOf(writes), available);
  return payers;
}

/** The transactions that were left out, by their place, with the credits there are. */
function unpaidPlaces(payers: readonly Payer[]): ReadonlyMap<number, number> {
  return new Map(payers.flatMap(({ balance, unpaid }) => unpaid.map((place) => [place, balance] as const)));
}

function rowsOf(batch: readonly LateWrites[]): Parameters<WriteTogether>[0] {
  const rows: Parameters<WriteTogether>[0] = { charges: [], askers: [], outcomes: [], searches: [] };
  for (const [place, writes] of batch.entries()) {
    for (const [line, { table, row }] of writes.entries()) {
      (rows[table] as object[]).push({ place, line, ...row });
    }
  }
  return rows;
}

function creditsOf(writes: LateWrites): number {
  return writes.reduce((sum, write) => sum + (write.table === 'charges' ? write.row.amount : 0), 0);
}

export function insufficientCredits(required: number, available: number, cause?: unknown): AppError {
  return new AppError('INSUFFICIENT_CREDITS', {
    message: `This request costs ${required} credits, and ${available} are left.`,
    details: { required, available },
    cause,
  });
}
