import { PersonalData } from '../../core/entities/personal-data.js';
import { toUuid, type Id } from '../../core/ids.js';
import type { Database } from './database.js';
import type { EntityMemory } from './entity-memory.js';

/** What remains of the personal fields of stored details. */
export const ERASED = '{"officers":null,"registeredAgent":null,"principalAddress":null}';
/** Likewise of those in answers. */
const ERASED_IN_ANSWERS = '{"officers":null,"registered_agent":null,"principal_address":null}';

export class PostgresPersonalData extends PersonalData {
  constructor(
    private readonly db: Database,
    private readonly memory: EntityMemory,
  ) {
    super();
  }

  async erase(id: Id<'ent'>): Promise<boolean> {
    const entityId = toUuid(id);
    return this.db.run(async () => {
      const found = await this.db.change(
        `update entities set details = details || '${ERASED}', personal_data_erased_at = coalesce(personal_data_erased_at, now())
          where id = $1`,
        [entityId],
      );
      if (found === 0) return false;
      await this.db.change(
        `update snapshot_contents set content = content || '${ERASED}' where entity_id = $1 and content ? 'officers'`,
        [entityId],
      );
      await this.eraseFromAnswers(id);
      await this.db.afterCommit(async () => this.memory.entities.forget(id));
      return true;
    });
  }

  /** Only accounts that paid for the deep tier were ever told. */
  private async eraseFromAnswers(id: Id<'ent'>): Promise<void> {
    const told = `account_id in (select account_id from entity_askers where entity_id = $1 and tier = 'deep')`;
    await this.db.change(
      `with erased as (
         update jobs set result = jsonb_set(result::jsonb, '{data}', (result::jsonb -> 'data') || '${ERASED_IN_ANSWERS}')::json
          where ${told} and result ->> 'entityId' = $2 and result -> 'data' ->> 'tier' = 'deep'
         returning id
       )
       update events set body = jsonb_set(body::jsonb, '{data}', (body::jsonb -> 'data') || '${ERASED_IN_ANSWERS}')::text
        where job_id in (select id from erased) and type = 'verification.completed'`,
      [toUuid(id), id],
    );
    await this.db.change(
      `update idempotency_keys set outcome = jsonb_set(outcome::jsonb, '{result,data}',
                (outcome::jsonb #> '{result,data}') || '${ERASED_IN_ANSWERS}')::json
        where ${told} and outcome #>> '{result,entityId}' = $2 and outcome #>> '{result,data,tier}' = 'deep'`,
      [toUuid(id), id],
    );
  }
}
