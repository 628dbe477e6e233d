import { randomUUID } from 'node:crypto';
import { toUuid } from '../../core/ids.js';
import { IdempotencyRecords, type ClaimResult, type HeldKey, type KeyOfRequest } from '../../core/idempotency/ports.js';
import type { Clock } from '../../core/ports.js';
import { toJson, type Database } from './database.js';

/** A claim without a sign for this long belonged to a process that died. */
const CLAIM_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;
const FORGET_AT_ONCE = 1_000;

interface KeyRow {
  fingerprint: string;
  finished: boolean;
  outcome: unknown;
  claimed_at: Date;
}

export class PostgresIdempotencyRecords extends IdempotencyRecords {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async claim<T>(request: KeyOfRequest): Promise<ClaimResult<T>> {
    const now = this.clock.now();
    const claim = randomUUID();
    await this.db.change('delete from idempotency_keys where account_id = $1 and key = $2 and created_at < $3', [
      ...idOf(request),
      new Date(now.getTime() - KEPT_MS),
    ]);
    const taken = await this.db.change(
      `insert into idempotency_keys (account_id, key, fingerprint, claim, claimed_at, created_at) values ($1, $2, $3, $4, $5, $5)
       on conflict do nothing`,
      [...idOf(request), request.fingerprint, claim, now],
    );
    if (taken === 1) return { kind: 'claimed', held: { ...request, claim } };
    const row = await this.db.row<KeyRow>(
      'select fingerprint, finished, outcome, claimed_at from idempotency_keys where account_id = $1 and key = $2',
      [...idOf(request)],
    );
    // Freed in between by a request that was refused: as good as a twin that is still at work.
    if (!row) return { kind: 'in_progress' };
    return this.judge<T>({ ...request, claim }, row, now);
  }

  async record(held: HeldKey, outcome: unknown): Promise<void> {
    await this.store(held, outcome, false);
  }

  async finish(held: HeldKey, outcome: unknown): Promise<void> {
    await this.store(held, outcome, true);
  }

  async release(held: HeldKey): Promise<void> {
    await this.db.change(
      'delete from idempotency_keys where account_id = $1 and key = $2 and claim = $3 and outcome is null and not finished',
      [...idOf(held), held.claim],
    );
  }

  async forgetExpired(): Promise<number> {
    return this.db.change(
      `delete from idempotency_keys where (account_id, key) in (
         select account_id, key from idempotency_keys where created_at < $1 limit $2)`,
      [new Date(this.clock.now().getTime() - KEPT_MS), FORGET_AT_ONCE],
    );
  }

  private async judge<T>(held: HeldKey, row: KeyRow, now: Date): Promise<ClaimResult<T>> {
    if (row.fingerprint !== held.fingerprint) return { kind: 'other_request' };
    if (row.finished) return { kind: 'done', outcome: row.outcome as T };
    const deadSince = new Date(now.getTime() - CLAIM_MS);
    if (row.claimed_at > deadSince) return { kind: 'in_progress' };
    if (row.outcome !== null) return { kind: 'done', outcome: row.outcome as T };
    const takenOver = await this.db.change(
      `update idempotency_keys set claim = $3, claimed_at = $4
        where account_id = $1 and key = $2 and claimed_at <= $5 and outcome is null and not finished`,
      [...idOf(held), held.claim, now, deadSince],
    );
    return takenOver === 1 ? { kind: 'claimed', held } : { kind: 'in_progress' };
  }

  private async store(held: HeldKey, outcome: unknown, finished: boolean): Promise<void> {
    const sql = `update idempotency_keys set outcome = $4, finished = $5
      where account_id = $1 and key = $2 and claim = $3 and not finished`;
    const changed = await this.db.change(sql, [...idOf(held), held.claim, toJson(outcome), finished]);
    if (changed === 0) throw new Error('the claim on an Idempotency-Key is gone');
  }
}

function idOf({ accountId, key }: KeyOfRequest): [string, string] {
  return [toUuid(accountId), key];
}
