import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../accounts/account.js';
import { refused, WHOLE, InvalidRequest } from '../invalid-request.js';
import { requireConfirmed, requireOwn, shareOf } from '../accounts/caller-limits.js';
import { insufficientCredits, limitThatRefuses, type ChargeLimit } from '../billing/budget.js';
import { Ledger } from '../billing/ports.js';
import { requireWithin } from '../billing/pricing.js';
import { AppError } from '../errors.js';
import { type OutcomeRecorder, RunIdempotently } from '../idempotency/run-idempotently.js';
import { newId, type Id } from '../ids.js';
import {
  FREE_BATCHES_KEPT_DAYS,
  MAX_BATCH_ROWS,
  MAX_BATCH_ROWS_KEPT,
  MAX_OPEN_BATCHES,
  MAX_REJECTIONS_SHOWN,
  MAX_UPLOADS_AT_ONCE,
} from '../limits.js';
import { Transaction } from '../ports.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { AddressGuard } from '../webhooks/public-address.js';
import { type Batch, type Rejection, batchNotFound } from './batch.js';
import { fileNameOf } from './file-name.js';
import { Batches } from './ports.js';
import { readRow, type GivenRow, type StagedRow } from './read-row.js';
import { Injectable } from '../injectable.js';

const ROWS_AT_ONCE = 100;
/** Reading rows yields to other work after this time. */
const BUSY_MS = 5;
const TRY_AGAIN_AFTER_SECONDS = 5;

export interface Upload {
  /** Rows of the file as they arrive. Throws `FileRefused`. */
  rows: AsyncIterable<GivenRow>;
  /** Identifies the request; call it after all rows were read. */
  fingerprint: () => string;
  idempotencyKey: string | undefined;
  /** This and the next field are unvalidated. */
  fileName: string | undefined;
  webhookUrl: string | undefined;
  maxCredits: number | undefined;
  start: boolean;
  /** The batch whose rows these are. */
  retryOf?: Id<'bat'>;
}

export interface UploadedBatch {
  batch: Batch;
  rejections: Rejection[];
}

export interface UploadOutcome extends UploadedBatch {
  replayed: boolean;
}

/**
 * Accepts a file of names. Rows are stored while the file is read, so little of it is in memory. If
 * a line makes the file invalid, everything stored of it is dropped. Nothing is charged until the
 * batch runs.
 */
@Injectable()
export class UploadBatch {
  /** Uploads in progress in this process, by account. */
  private readonly uploads = new Map<Id<'acc'>, number>();

  constructor(
    private readonly batches: Batches,
    private readonly jurisdictions: Jurisdictions,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly addressGuard: AddressGuard,
    private readonly runIdempotently: RunIdempotently,
  ) {}

  async run(caller: Caller, upload: Upload): Promise<UploadOutcome> {
    const { accountId, limits } = caller;
    const most = shareOf(limits, MAX_UPLOADS_AT_ONCE);
    const uploads = this.uploads.get(accountId) ?? 0;
    if (uploads >= most) throw tooManyAtOnce(most, upload.retryOf ? 'retry' : 'file');
    this.uploads.set(accountId, uploads + 1);
    try {
      return await this.upload(caller, upload);
    } finally {
      const left = (this.uploads.get(accountId) ?? 1) - 1;
      if (left > 0) this.uploads.set(accountId, left);
      else this.uploads.delete(accountId);
    }
  }

  private async upload(caller: Caller, upload: Upload): Promise<UploadOutcome> {
    const { accountId } = caller;
    const { fileName, webhookUrl: address, idempotencyKey: key, fingerprint } = upload;
    const webhookUrl = address === undefined ? undefined : await this.addressGuard.register(address);
    if (upload.start && !caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    const id = newId('bat');
    await this.batches.begin(id, caller, { name: fileName && fileNameOf(fileName), webhookUrl });
    try {
      await this.stage(id, caller, upload.rows);
      const { outcome, replayed } = await this.runIdempotently.run<Id<'bat'>>(
        { accountId, key, fingerprint },
        (recorder) => this.keep(id, caller, upload, recorder),
      );
      if (replayed) await this.batches.drop(id);
      const uploaded = await this.read(accountId, outcome);
      if (replayed) requireOwn(caller, uploaded.batch);
      return { ...uploaded, replayed };
    } catch (error) {
      await this.batches.drop(id);
      throw error;
    }
  }

  private async stage(id: Id<'bat'>, { limits }: Caller, given: AsyncIterable<GivenRow>): Promise<void> {
    let count = 0;
    let batch: StagedRow[] = [];
    let turnBeganAt = performance.now();
    const keep = async () => {
      await this.batches.addRows(id, batch);
      batch = [];
    };
    for await (const row of given) {
      if (++count > MAX_BATCH_ROWS) {
        throw new FileRefused(row.line, `The file has more than ${MAX_BATCH_ROWS} rows.`);
      }
      batch.push(readRow(row, this.jurisdictions, limits));
      if (batch.length === ROWS_AT_ONCE) await keep();
      if (performance.now() - turnBeganAt > BUSY_MS) {
        await nextTurn();
        turnBeganAt = performance.now();
      }
    }
    if (count === 0) throw new FileRefused(undefined, 'The file has no rows.');
    await keep();
  }

  private async keep(
    id: Id<'bat'>,
    caller: Caller,
    { maxCredits, start, retryOf }: Upload,
    recorder: OutcomeRecorder<Id<'bat'>>,
  ): Promise<Id<'bat'>> {
    const { limits } = caller;
    const most = { open: shareOf(limits, MAX_OPEN_BATCHES), rows: shareOf(limits, MAX_BATCH_ROWS_KEPT) };
    const payable = start ? await this.ledger.limits(caller) : [];
    return this.transaction.interactive(async (tx) => {
      const summary = await this.batches.complete(tx, id, most, retryOf);
      if (summary === 'too many open') throw tooManyOpen(most.open);
      if (summary === 'too many rows') throw tooManyRows(most.rows);
      if (summary === 'retried already') throw retriedAlready();
      requireWithin(maxCredits, summary.maxCredits);
      if (start) {
        requireConfirmed(limits, summary.maxCredits, maxCredits);
        requirePayable(summary.firstPrice, payable);
        await this.batches.start(tx, id, caller);
      }
      await tx.write(recorder.record(id));
      return id;
    }, caller.accountId);
  }

  private async read(accountId: Id<'acc'>, id: Id<'bat'>): Promise<UploadedBatch> {
    const batch = await this.batches.find(accountId, id);
    if (!batch) throw batchNotFound();
    return { batch, rejections: await this.batches.rejections(id, MAX_REJECTIONS_SHOWN) };
  }
}

/** Throws `INSUFFICIENT_CREDITS` when these limits do not cover a row of this price. */
export function requirePayable(priceCredits: number | undefined, limits: readonly ChargeLimit[]): void {
  if (priceCredits === undefined) return;
  const limit = limitThatRefuses(priceCredits, limits);
  if (limit) throw insufficientCredits(priceCredits, limit);
}

/**
 * The whole file is refused and nothing of it is kept. `line` counts from 1; `undefined` when no
 * single line is at fault.
 */
export class FileRefused extends InvalidRequest {
  constructor(line: number | undefined, reason: string, cause?: unknown) {
    const message = line === undefined ? reason : `Line ${line}: ${reason}`;
    super(
      { field: line === undefined ? 'file' : `line ${line}`, message },
      {
        details: { ...(line === undefined ? {} : { line }), reason },
        suggestion: 'Correct the file and send it again; nothing of it was kept.',
        cause,
      },
    );
  }
}

function tooManyAtOnce(most: number, sent: 'file' | 'retry'): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${most} files or retries of this account are already being stored, the maximum. This ${sent} was not stored.`,
    details: { retry_after_seconds: TRY_AGAIN_AFTER_SECONDS, uploads: most },
    suggestion: 'Send one file or retry at a time.',
  });
}

function tooManyRows(most: number): InvalidRequest {
  const message = `This account would have more than ${most} rows in its batches, the maximum, ended ones included. Nothing was kept.`;
  return refused(WHOLE, message, {
    details: { rows: most },
    suggestion: `Batches are deleted when their retention ends; free ones are kept for ${FREE_BATCHES_KEPT_DAYS} day.`,
  });
}

function retriedAlready(): InvalidRequest {
  return refused('id', 'The unanswered rows of this batch are asked again in another one: see retried_in.', {
    suggestion: 'If rows of that batch stay unanswered, retry that one.',
  });
}

function tooManyOpen(most: number): InvalidRequest {
  const message = `This account has ${most} batches that have not ended, the maximum. Nothing was kept.`;
  return refused(WHOLE, message, {
    details: { batches: most },
    nextStep: 'cancel_batch',
  });
}
