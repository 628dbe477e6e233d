import { PersonalData } from '../../../core/entities/personal-data.js';
import { toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import type { EntityCache } from '../cache/entity-cache.js';

/** What remains of the personal fields of stored details. */
export const ERASED = '{"officers":null,"registeredAgent":null,"principalAddress":null}';

export class PostgresPersonalData extends PersonalData {
  constructor(
    private readonly db: Database,
    private readonly memory: EntityCache,
  ) {
    super();
  }

  async erase(tx: Tx, id: Id<'ent'>): Promise<boolean> {
    const entityId = toUuid(id);
    const on = this.db.in(tx);
    // First of all: who writes an answer meanwhile writes it without (0095), and those who had begun to are waited for.
    await on.rows(
      'select pg_advisory_xact_lock(personal_data_lock(jurisdiction, sandbox, record_id)) from entities where id = $1',
      [entityId],
    );
    const found = await on.change(
      `update entities set details = details || '${ERASED}', personal_data_erased_at = coalesce(personal_data_erased_at, now())
          where id = $1`,
      [entityId],
    );
    if (found === 0) return false;
    await on.change(
      `update snapshot_contents set content = content || '${ERASED}' where entity_id = $1 and content ? 'officers'`,
      [entityId],
    );
    await this.eraseFromAnswers(on, id);
    tx.afterCommit(() => this.memory.entities.invalidate(id));
    return true;
  }

  /** Only accounts that paid for the deep tier were ever told. What is written of an erased entity is written without (0095), the same again too. */
  private async eraseFromAnswers(on: Statements, id: Id<'ent'>): Promise<void> {
    const told = `account_id in (select account_id from entity_askers where entity_id = $1 and tier = 'deep')`;
    await on.change(
      `with erased as (
         update jobs set result = result
          where ${told} and result ->> 'entityId' = $2 and result #>> '{data,tier}' = 'deep' returning id
       )
       update events set body = body where job_id in (select id from erased) and type = 'verification.completed'`,
      [toUuid(id), id],
    );
    await on.change(
      `update idempotency_keys set outcome = outcome
        where ${told} and outcome #>> '{result,entityId}' = $2 and outcome #>> '{result,data,tier}' = 'deep'`,
      [toUuid(id), id],
    );
  }
}
