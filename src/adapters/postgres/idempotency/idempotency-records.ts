import { randomUUID } from 'node:crypto';
import { toUuid } from '../../../core/ids.js';
import {
  IdempotencyRecords,
  type ClaimResult,
  type HeldKey,
  type KeyOfRequest,
} from '../../../core/idempotency/ports.js';
import { DatabaseUnavailable } from '../../../core/errors.js';
import { toJson, Database } from '../client/database.js';
import type { QueuedWrite } from '../client/pending-writes.js';
import { AbandonedClaims } from './abandoned-claims.js';
import { fromStoredOutcome, toStoredOutcome } from '../client/stored-results.js';
import { IDEMPOTENCY_KEPT_HOURS } from '../../../core/limits.js';
import { Injectable } from '../../../core/injectable.js';

/** An older claim belongs to a dead process. */
const CLAIM_SECONDS = 60;
const DEAD = `claimed_at <= now() - interval '${CLAIM_SECONDS} seconds'`;
const OUTLIVED = `created_at < now() - interval '${IDEMPOTENCY_KEPT_HOURS} hours'`;

interface KeyRow {
  fingerprint: string;
  finished: boolean;
  outcome: unknown;
  dead: boolean;
}

/**
 * Uses the database's clock only, so that no key is deleted or taken over because one process's
 * clock was stepped.
 */
@Injectable()
export class PostgresIdempotencyRecords extends IdempotencyRecords {
  private readonly abandoned = new AbandonedClaims((held) => this.letGo(held), CLAIM_SECONDS * 1_000);

  constructor(private readonly db: Database) {
    super();
  }

  async claim<T>(request: KeyOfRequest): Promise<ClaimResult<T>> {
    const held = { ...request, claim: randomUUID() };
    try {
      return await this.tryToClaim<T>(held);
    } catch (error) {
      // The key may have been claimed and only the reply lost.
      this.abandonIfCutOff(held, error);
      throw error;
    }
  }

  record(held: HeldKey, outcome: unknown): QueuedWrite {
    const [accountId, key] = idOf(held);
    return {
      kind: 'idempotency_keys.record',
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
    try {
      await this.letGo(held);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      this.abandoned.add(held);
    }
  }

  private abandonIfCutOff(held: HeldKey, error: unknown): void {
    // A statement refused during an outage was never sent.
    if (error instanceof DatabaseUnavailable && !error.expected) this.abandoned.add(held);
  }

  private async letGo(held: HeldKey): Promise<void> {
    const claim = [...idOf(held), held.claim];
    const theirs = 'account_id = $1 and key = $2 and claim = $3 and not finished';
    const freed = await this.db.change(`delete from idempotency_keys where ${theirs} and outcome is null`, claim);
    // A separate statement, so that it sees what was recorded while the previous one waited.
    if (freed === 0) await this.db.change(`update idempotency_keys set finished = true where ${theirs}`, claim);
  }

  private async tryToClaim<T>(held: HeldKey): Promise<ClaimResult<T>> {
    await this.db.change(`delete from idempotency_keys where account_id = $1 and key = $2 and ${OUTLIVED}`, idOf(held));
    const taken = await this.db.change(
      `insert into idempotency_keys (account_id, key, fingerprint, claim, claimed_at, created_at) values ($1, $2, $3, $4, now(), now())
       on conflict do nothing`,
      [...idOf(held), held.fingerprint, held.claim],
    );
    if (taken === 1) return { kind: 'claimed', held };
    const row = await this.db.row<KeyRow>(
      `select fingerprint, finished, outcome, ${DEAD} as dead from idempotency_keys where account_id = $1 and key = $2`,
      idOf(held),
    );
    // A refused request released the key in between. Treat it as a concurrent request still in
    // progress.
    if (!row) return { kind: 'in_progress' };
    return this.judge<T>(held, row);
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
