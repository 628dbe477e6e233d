import { Injectable } from '../../../core/injectable.js';
import { fromUuid, newId, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import {
  DecidedEventBodies,
  Decisions,
  type DecidableRecord,
  type NewDecision,
  type RecordDecision,
} from '../../../core/verification/decision.js';
import type { RecordMeant } from '../../../core/verification/match-review.js';
import type { RecordOutcome } from '../../../core/answers/record.js';
import { DECIDED_EVENT_TYPE } from '../../../core/webhooks/event.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { Database, toJson } from '../client/database.js';
import { writeEvents } from '../client/event-writer.js';
import type { Statements } from '../client/statements.js';
import { decisionsOf, toDecision, toDecisions, type DecisionColumns } from '../client/decision-columns.js';

/** Decisions written in one statement. */
const WRITTEN_AT_ONCE = 500;

interface DecidableRow {
  id: string;
  job_id: string | null;
  batch_id: string | null;
  line: number | null;
  key_id: string | null;
  grant_id: string | null;
  entity_name: string;
  jurisdiction: string;
  reference: string | null;
  outcome: RecordOutcome;
  erased: boolean;
  offered: (string | null)[];
  decisions: DecisionColumns[] | null;
}

/** `r` is the alias of `records`. */
const DECIDABLE = `r.id, r.job_id, r.batch_id, r.line, r.key_id, r.grant_id, r.entity_name, r.jurisdiction, r.reference, r.outcome,
  coalesce(cardinality(r.erased), 0) > 0 as erased,
  array(select r.record_number union all select near ->> 'jurisdiction_id' from json_array_elements(r.answer -> 'alternatives') near) as offered,
  ${decisionsOf('r.id')} as decisions`;

/** Locked first, so that what is read of it was committed before. */
const LOCKED = 'order by id for no key update';

/**
 * $1 file, $2 line. The rows that ask the same as this one; the line itself where the rows have gone
 * before their records.
 */
const EQUAL_LINES = `select e.line from batch_rows r join batch_rows e on e.batch_id = r.batch_id
    and (e.line = coalesce(r.same_as, r.line) or e.same_as = coalesce(r.same_as, r.line))
   where r.batch_id = $1 and r.line = $2::integer
  union select $2::integer`;
const EQUAL_IDS = `array(select record_of_row($1, line) from (${EQUAL_LINES}) l)`;

@Injectable()
export class PostgresDecisions extends Decisions {
  constructor(
    private readonly db: Database,
    private readonly bodies: DecidedEventBodies,
  ) {
    super();
  }

  async newest(accountId: Id<'acc'>, ids: readonly Id<'rec'>[]): Promise<ReadonlyMap<Id<'rec'>, RecordMeant>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.rows<DecisionColumns & { record_id: string }>(
      `select distinct on (record_id) * from record_decisions
        where record_id = any ($1) and account_id = $2 order by record_id, number desc`,
      [ids.map(toUuid), toUuid(accountId)],
    );
    return new Map(rows.map((row) => [fromUuid('rec', row.record_id), toDecision(row)]));
  }

  async lock(tx: Tx, accountId: Id<'acc'>, id: Id<'rec'>): Promise<DecidableRecord | undefined> {
    const on = this.db.in(tx);
    const place = [toUuid(id), toUuid(accountId)];
    await on.rows(`select 1 from records where id = $1 and account_id = $2 ${LOCKED}`, place);
    const row = await on.row<DecidableRow>(
      `select ${DECIDABLE} from all_records r where r.id = $1 and r.account_id = $2`,
      place,
    );
    return row && toDecidable(row);
  }

  async lockEqual(
    tx: Tx,
    accountId: Id<'acc'>,
    { batchId, line }: { batchId: Id<'bat'>; line: number },
  ): Promise<DecidableRecord[]> {
    const on = this.db.in(tx);
    const [batch, account] = [toUuid(batchId), toUuid(accountId)];
    await on.rows(
      `select keep_records_of_rows($1, min(line), max(line)) from (${EQUAL_LINES}) l
        where not exists (select from all_records where id = record_of_row($1, l.line))`,
      [batch, line],
    );
    const place = [batch, line, account];
    await on.rows(`select 1 from records where id = any (${EQUAL_IDS}) and account_id = $3 ${LOCKED}`, place);
    const rows = await on.rows<DecidableRow>(
      `select ${DECIDABLE} from all_records r where r.id = any (${EQUAL_IDS}) and r.account_id = $3 order by r.line`,
      place,
    );
    return rows.map(toDecidable);
  }

  async resolve(tx: Tx, id: Id<'rec'>, choice: { entityId: Id<'ent'> } | { recordNumber: string }) {
    const entity = 'entityId' in choice ? toUuid(choice.entityId) : null;
    const number = 'recordNumber' in choice ? choice.recordNumber : null;
    const row = await this.db.in(tx).row<{ record_number: string; entity_id: string }>(
      `select r.record_number, r.entity_id from records r where r.id = $1 and (r.entity_id = $2 or r.record_number = $3)
       union all
       select e.record_id, e.id from records r join entities own on own.id = r.entity_id
           join entities e on e.jurisdiction = r.jurisdiction and e.sandbox = own.sandbox and (e.id = $2 or e.record_id = $3)
        where r.id = $1 limit 1`,
      [toUuid(id), entity, number],
    );
    return row && { recordNumber: row.record_number, entityId: fromUuid('ent', row.entity_id) };
  }

  async add(
    tx: Tx,
    accountId: Id<'acc'>,
    records: readonly DecidableRecord[],
    decision: NewDecision,
  ): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    const due: DueDelivery[] = [];
    for (let from = 0; from < records.length; from += WRITTEN_AT_ONCE) {
      due.push(...(await this.addSome(on, accountId, records.slice(from, from + WRITTEN_AT_ONCE), decision)));
    }
    // The later ones of a file wait for the first.
    return due.slice(0, 1);
  }

  private async addSome(
    on: Statements,
    accountId: Id<'acc'>,
    records: readonly DecidableRecord[],
    { recordNumber, entityId, note, decidedBy, keyId, grantId }: NewDecision,
  ): Promise<DueDelivery[]> {
    const made = await on.rows<DecisionColumns & { record_id: string }>(
      `with made as (
         insert into record_decisions (id, record_id, account_id, batch_id, number, jurisdiction_id, entity_id, note, decided_by, key_id, grant_id, decided_with, decided_at)
           select n.id, n.record_id, $2, n.batch_id, n.number, $3, $4, $5, $6, $7, $8,
               coalesce((select label from api_keys where id = $7), (
                 select c.payload ->> 'client_name' from oauth_records g join oauth_records c on c.model = 'Client' and c.id = g.client_id
                  where g.model = 'Grant' and g.id = $8)),
               greatest(clock_timestamp(), n.after)
             from json_to_recordset($1) n (id uuid, record_id uuid, batch_id uuid, number integer, after timestamptz)
           returning *
       ), marked as (
         update records r set decided_at = m.decided_at from made m where r.id = m.record_id
       )
       select * from made`,
      [
        toJson(records.map(toNew)),
        toUuid(accountId),
        recordNumber,
        entityId ? toUuid(entityId) : null,
        note ?? null,
        decidedBy ?? null,
        keyId ? toUuid(keyId) : null,
        grantId ?? null,
      ],
    );
    const byRecord = new Map(made.map((row) => [fromUuid('rec', row.record_id), toDecision(row)]));
    return writeEvents(
      on,
      records.map((record) => this.eventOf(accountId, record, byRecord.get(record.id))),
    );
  }

  private eventOf(accountId: Id<'acc'>, record: DecidableRecord, decision: RecordDecision | undefined) {
    if (!decision) throw new Error('a decision was not written');
    const id = newId('evt');
    const body = toJson(this.bodies.of({ record, decision }, id));
    const subject = { accountId, recordId: record.id, batchId: record.row?.batchId };
    return { id, type: DECIDED_EVENT_TYPE, body, subject };
  }

  async ensure(of: { jobId: Id<'job'> } | { batchId: Id<'bat'>; line: number }): Promise<void> {
    if ('jobId' in of) {
      await this.db.rows(
        'select keep_records_of_jobs(array[$1::uuid]) where not exists (select from records where id = $1)',
        [toUuid(of.jobId)],
      );
      return;
    }
    await this.db.rows(
      'select keep_records_of_rows($1, $2, $2) where not exists (select from all_records where id = record_of_row($1, $2))',
      [toUuid(of.batchId), of.line],
    );
  }
}

function toNew({ id, row, decisions }: DecidableRecord): object {
  const newest = decisions.at(-1);
  return {
    id: toUuid(newId('rec')),
    record_id: toUuid(id),
    batch_id: row && toUuid(row.batchId),
    number: (newest?.number ?? 0) + 1,
    after: newest?.recordedAt,
  };
}

function toDecidable(row: DecidableRow): DecidableRecord {
  return {
    id: fromUuid('rec', row.id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    jobId: row.job_id === null ? undefined : fromUuid('job', row.job_id),
    row:
      row.batch_id === null || row.line === null
        ? undefined
        : { batchId: fromUuid('bat', row.batch_id), line: row.line },
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    reference: row.reference ?? undefined,
    outcome: row.outcome,
    isErased: row.erased,
    offered: row.offered.filter((number) => number !== null),
    decisions: toDecisions(row.decisions),
  };
}
