import { BatchSettlement } from '../../src/core/batches/batch-settlement.js';
import type { ClaimedBatch, RowEnd } from '../../src/core/batches/ports.js';
import { ownFailure, type AnsweredRow } from '../../src/core/batches/row-answers.js';

const BATCH = { id: 'bat', accountId: 'acc', nextLine: 1 } as unknown as ClaimedBatch;
const rowAt = (line: number) => ({ row: { line }, answer: ownFailure(), writes: [] }) as unknown as AnsweredRow;

/** Settles rows with writes that fail while `fails` returns true for the rows written together. */
function settlement(fails: (lines: readonly number[]) => boolean) {
  const ended: { lines: number[]; nextLine: number }[] = [];
  let asked: readonly number[] = [];
  const work = {
    lock: (_tx: unknown, _batch: unknown, lines: number[]) => {
      asked = lines;
      return Promise.resolve(new Set(lines));
    },
    end: (_tx: unknown, _batch: unknown, { ends, nextLine }: { ends: RowEnd[]; nextLine: number }) => {
      if (fails(asked)) return Promise.reject(new Error('not in this company'));
      ended.push({ lines: ends.map(({ row }) => row.line), nextLine });
      return Promise.resolve([]);
    },
  };
  const transaction = { interactive: (write: (tx: object) => Promise<unknown>) => write({}) };
  const log = { warn: () => undefined, error: () => undefined };
  const tested = new BatchSettlement(
    work as never,
    {} as never,
    {} as never,
    { asOf: () => undefined } as never,
    transaction as never,
    log as never,
  );
  return { ended, settle: (rows: AnsweredRow[]) => tested.settle(BATCH, rows, { nextLine: 9 }) };
}

describe('BatchSettlement', () => {
  it('ends the rows of a round together, in the order of the file', async () => {
    const { ended, settle } = settlement(() => false);
    await settle([rowAt(7), rowAt(2), rowAt(11)]);
    expect(ended).toEqual([{ lines: [2, 7, 11], nextLine: 9 }]);
  });

  it('ends rows one by one in file order if they cannot end together, and the progress last', async () => {
    const { ended, settle } = settlement((lines) => lines.length > 1);
    await settle([rowAt(7), rowAt(2), rowAt(11)]);
    expect(ended).toEqual([
      { lines: [2], nextLine: 1 },
      { lines: [7], nextLine: 1 },
      { lines: [11], nextLine: 1 },
      { lines: [], nextLine: 9 },
    ]);
  });
});
