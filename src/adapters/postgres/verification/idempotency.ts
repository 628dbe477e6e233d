import { randomUUID } from 'node:crypto';
import { toUuid } from '../../../core/ids.js';
import {
  IdempotencyRecords,
  type ClaimResult,
  type HeldKey,
  type KeyOfRequest,
} from '../../../core/idempotency/ports.js';
import { toJson, type Database } from '../client/database.js';
import type { QueuedWrite } from '../client/pending-writes.js';
import { fromStoredOutcome, toStoredOutcome } from './stored-results.js';

/** A claim without a sign for this long belonged to a process that died. */
const DEAD = `claimed_at <= now() - interval '60 seconds'`;
const OUTLIVED = `created_at < now() - interval '24 hours'`;
const FORGET_AT_ONCE = 1_000;

interface KeyRow {
  fingerprint: string;
  finished: boolean;
  outcome: unknown;
  dead: boolean;
}

/** All processes go by the clock of the database: a key is not to be forgotten, or taken over, because the clock of one of them was stepped. */
export class PostgresIdempotencyRecords extends IdempotencyRecords {
  constructor(private readonly db: Database) {
    super();
  }

  async claim<T>(request: KeyOfRequest): Promise<ClaimResult<T>> {
    const claim = randomUUID();
    await this.db.change(
      `delete from idempotency_keys where account_id = $1 and key = $2 and ${OUTLIVED}`,
      idOf(request),
    );
    const taken = await this.db.change(
      `insert into idempotency_keys (account_id, key, fingerprint, claim, claimed_at, created_at) values ($1, $2, $3, $4, now(), now())
       on conflict do nothing`,
      [...idOf(request), request.fingerprint, claim],
    );
    if (taken === 1) return { kind: 'claimed', held: { ...request, claim } };
    const row = await this.db.row<KeyRow>(
      `select fingerprint, finished, outcome, ${DEAD} as dead from idempotency_keys where account_id = $1 and key = $2`,
      idOf(request),
    );
    // Freed in between by a request that was refused: as good as a twin that is still at work.
    if (!row) return { kind: 'in_progress' };
    return this.judge<T>({ ...request, claim }, row);
  }

  record(held: HeldKey, outcome: unknown): QueuedWrite {
    const [accountId, key] = idOf(held);
    return {
      kind: 'outcomes',
      row: { account_id: accountId, key, claim: held.claim, outcome: toStoredOutcome(outcome) },
    };
  }

  async finish(held: HeldKey, outcome: unknown): Promise<void> {
    const sql = `update idempotency_keys set outcome = $4, finished = true
      where account_id = $1 and key = $2 and claim = $3 and not finished`;
    const changed = await this.db.change(sql, [...idOf(held), held.claim, toJson(toStoredOutcome(outcome))]);
    if (changed === 0) throw new Error('the claim on an Idempotency-Key is gone');
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
         select account_id, key from idempotency_keys where ${OUTLIVED} limit $1)`,
      [FORGET_AT_ONCE],
    );
  }

  private async judge<T>(held: HeldKey, row: KeyRow): Promise<ClaimResult<T>> {
    if (row.fingerprint !== held.fingerprint) return { kind: 'other_request' };
    if (row.finished) return { kind: 'done', outcome: fromStoredOutcome(row.outcome) as T };
    if (!row.dead) return { kind: 'in_progress' };
    if (row.outcome !== null) return { kind: 'done', outcome: fromStoredOutcome(row.outcome) as T };
    const takenOver = await this.db.change(
      `update idempotency_keys set claim = $3, claimed_at = now()
        where account_id = $1 and key = $2 and ${DEAD} and outcome is null and not finished`,
      [...idOf(held), held.claim],
    );
    return takenOver === 1 ? { kind: 'claimed', held } : { kind: 'in_progress' };
  }
}

function idOf({ accountId, key }: KeyOfRequest): [string, string] {
  return [toUuid(accountId), key];
}
