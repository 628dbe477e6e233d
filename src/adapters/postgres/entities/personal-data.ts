import { toUuid, type Id } from '../../../core/ids.js';
import type { Statements } from '../client/statements.js';
import { eraseFromRecords } from './record-erasure.js';

export const ERASED = '{"officers":null,"registeredAgent":null,"principalAddress":null}';

/** Takes some tens of milliseconds. */
const AT_ONCE = 200;
const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

/** Returns `false` if there is no such entity. */
export async function erasePersonalData(on: Statements, id: Id<'ent'>): Promise<boolean> {
  const entityId = toUuid(id);
  // Must come first. It waits for transactions that are already writing an answer; later ones leave
  // the data out (`erased_stays_away`).
  await on.rows(
    'select pg_advisory_xact_lock(personal_data_lock(jurisdiction, sandbox, record_id)) from entities where id = $1',
    [entityId],
  );
  const found = await on.change(
    `update entities set details = details || '${ERASED}', record = record - 'clues', personal_data_erased_at = coalesce(personal_data_erased_at, now())
          where id = $1`,
    [entityId],
  );
  if (found === 0) return false;
  await on.change(
    `update snapshot_contents set content = content || '${ERASED}' where entity_id = $1 and content ? 'officers'`,
    [entityId],
  );
  await eraseFromAnswers(on, id);
  await eraseFromRecords(on, entityId);
  await eraseFromEvidence(on, entityId);
  return true;
}

/**
 * Only the deep tier names persons. Rewriting a row unchanged is enough, because whatever is
 * written of an erased entity is written without them: see `erased_stays_away`.
 */
async function eraseFromAnswers(on: Statements, id: Id<'ent'>): Promise<void> {
  await inBatches<{ id: string }>((last) =>
    on.rows(
      `with erased as (
         update jobs set result = result where id = any (array(
           select id from jobs where tier = 'deep' and result ->> 'entityId' = $1 and id > coalesce($2::uuid, '${FIRST_UUID}')
            order by id limit ${AT_ONCE}))
         returning id
       ), events_erased as (
         update events set body = body where job_id = any (array(select id from erased)) and type = 'verification.completed'
       )
       select id from erased order by id`,
      [id, last?.id],
    ),
  );
  await inBatches<{ account_id: string; key: string }>((last) =>
    on.rows(
      `with erased as (
         update idempotency_keys set outcome = outcome where ctid = any (array(
           select ctid from idempotency_keys
            where deep_entity = $1 and (account_id, key) > (coalesce($2::uuid, '${FIRST_UUID}'), coalesce($3, ''))
            order by account_id, key limit ${AT_ONCE} for update))
         returning account_id, key
       )
       select account_id, key from erased order by account_id, key`,
      [id, last?.account_id, last?.key],
    ),
  );
}

/**
 * Erases the record's own register responses. Other responses of its register may contain its
 * number, e.g. a search for another name. `EvidenceErasure` looks for them afterwards.
 */
async function eraseFromEvidence(on: Statements, entityId: string): Promise<void> {
  await on.rows('select evidence_forget(array(select evidence_id from snapshot_evidence where entity_id = $1))', [
    entityId,
  ]);
  await on.rows(
    `insert into evidence_erasures (entity_id) values ($1) on conflict (entity_id) do update set searched = ''`,
    [entityId],
  );
}

async function inBatches<Row>(eraseAfter: (last: Row | undefined) => Promise<Row[]>): Promise<void> {
  let last: Row | undefined;
  for (;;) {
    const erased = await eraseAfter(last);
    if (erased.length < AT_ONCE) return;
    last = erased.at(-1);
  }
}
