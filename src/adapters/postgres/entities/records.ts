import { fromUuid, toUuid, type Id, type IdPrefix } from '../../../core/ids.js';
import { Injectable } from '../../../core/injectable.js';
import type { AnswerRecord } from '../../../core/records/answer-record.js';
import { Records, type RecordList, type RecordsWanted } from '../../../core/records/ports.js';
import { coverageOf } from '../../../core/registries/jurisdictions.js';
import { Database } from '../client/database.js';
import { decisionsOf, toDecisions, type DecisionColumns } from '../client/decision-columns.js';
import { snapshotId } from './snapshots.js';
import type { RecordRow } from '../schema/record.tables.js';

interface ReadRow extends RecordRow {
  number: number | null;
  verified_at: Date | null;
  found_evidence: string | null;
  digests: string[];
  decisions: DecisionColumns[] | null;
}

interface Listed {
  /** Set in the last row alone, if it is no record: where the next page goes on. */
  reached: string | null;
}

/**
 * The newest snapshot from when the register was read, the newest evidence up to it, and the
 * responses in it. A snapshot's time is more precise than that of a record. Evidence that only
 * others asked for opens where a response read this one record by its number.
 */
const SNAPSHOT = `
  left join lateral (
    select number, verified_at from snapshots
     where entity_id = r.entity_id and verified_at < r.read_at + interval '1 ms' order by number desc limit 1) s on true
  left join lateral (
    select evidence_id from snapshot_evidence where entity_id = r.entity_id and number <= s.number order by number desc limit 1) k on true
  cross join lateral (
    select id, exists (select from own_questions(id, r.account_id)) as is_own from (select coalesce(r.evidence_id, k.evidence_id) as id) e) v
  cross join lateral (
    select array(
      select encode(x.digest, 'hex') from evidence_exchanges x
       where x.evidence_id = v.id and (r.tier = 'deep' or x.tier = 'quick') group by x.digest order by min(x.place)) as digests,
      v.is_own or exists (
        select from evidence_exchanges x
         where x.evidence_id = v.id and (r.tier = 'deep' or x.tier = 'quick') and x.record_id = r.record_number) as opens) d`;

/** Few records are decided. */
const DECISIONS = `case when r.decided_at is not null then ${decisionsOf('r.id')} end`;

const READ = `r.*, s.number, s.verified_at, case when d.opens then v.id end as found_evidence, d.digests,
  ${DECISIONS} as decisions`;

const FIND = `select ${READ} from all_records r ${SNAPSHOT} where r.id = $1 and ($2::uuid is null or r.account_id = $2)`;

const LIST = `
  select ${READ}, p.reached
    from records_page($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) with ordinality p (kept, reached, place)
    cross join lateral (select (p.kept).*) r ${SNAPSHOT} order by p.place`;

@Injectable()
export class PostgresRecords extends Records {
  constructor(private readonly db: Database) {
    super();
  }

  find(accountId: Id<'acc'>, id: Id<'rec'>): Promise<AnswerRecord | undefined> {
    return this.read(id, toUuid(accountId));
  }

  findOfAny(id: Id<'rec'>): Promise<AnswerRecord | undefined> {
    return this.read(id, null);
  }

  async list(
    accountId: Id<'acc'>,
    { from, until, reference, jurisdiction, outcome, decided, entityId, after, limit }: RecordsWanted,
  ): Promise<RecordList | undefined> {
    const values = [
      toUuid(accountId),
      after && toUuid(after),
      from,
      until,
      reference,
      jurisdiction,
      outcome,
      decided,
      entityId && toUuid(entityId),
      limit + 1,
    ];
    const rows = await this.db.reading((on) => on.rows<(ReadRow | { id: null }) & Listed>(LIST, values));
    const found = rows.filter((row): row is ReadRow & Listed => row.id !== null);
    const last = rows.at(-1);
    // A cursor that is none.
    if (last?.id === null && last.reached === null) return undefined;
    const records = found.slice(0, limit).map(toRecord);
    if (found.length > limit) return { records, next: records.at(-1)?.id };
    return { records, next: idOf('rec', last?.reached ?? null) };
  }

  private async read(id: Id<'rec'>, accountId: string | null): Promise<AnswerRecord | undefined> {
    const row = await this.db.row<ReadRow>(FIND, [toUuid(id), accountId]);
    return row && toRecord(row);
  }
}

function toRecord(row: ReadRow): AnswerRecord {
  const { batch_id: batchId, line, evidence } = row;
  return {
    id: fromUuid('rec', row.id),
    accountId: fromUuid('acc', row.account_id),
    at: row.at,
    via: row.via,
    by: { keyId: idOf('key', row.key_id), grantId: row.grant_id ?? undefined, member: row.member ?? undefined },
    jobId: idOf('job', row.job_id),
    searchId: idOf('srch', row.search_id),
    watchId: idOf('wch', row.watch_id),
    row: batchId === null || line === null ? undefined : { batchId: fromUuid('bat', batchId), line },
    question: {
      entityName: row.entity_name,
      recordNumber: row.asked_number ?? undefined,
      jurisdiction: row.jurisdiction,
      tier: row.tier,
      address: evidence?.address,
      officer: evidence?.officer,
    },
    reference: row.reference ?? undefined,
    outcome: row.outcome,
    cached: row.cached,
    business: row.outcome === 'found' || row.outcome === 'not_sure' ? toBusiness(row) : undefined,
    search: row.outcome === 'found' || row.outcome === 'not_sure' ? undefined : toSearch(row),
    evidenceId: idOf('evd', row.found_evidence),
    digests: row.digests,
    creditsCharged: row.credits_charged,
    creditsRefunded: row.credits_refunded,
    decisions: toDecisions(row.decisions),
    erased: row.erased ?? [],
  };
}

function toBusiness(row: ReadRow): AnswerRecord['business'] {
  const { entity_id, number, verified_at, answer } = row;
  const hasSnapshot = entity_id !== null && number !== null && verified_at !== null;
  return {
    entityId: idOf('ent', entity_id),
    snapshotId: hasSnapshot ? snapshotId({ entity_id, number, verified_at }) : undefined,
    officialName: row.official_name ?? undefined,
    recordNumber: row.record_number ?? undefined,
    status: row.status ?? undefined,
    goodStanding: row.good_standing,
    confidence: row.confidence ?? undefined,
    // Stored without nulls.
    reasons: answer?.reasons?.map(({ kind, agrees = null, detail }) => ({ kind, agrees, detail })),
    alternatives: answer?.alternatives,
  };
}

function toSearch({ outcome, jurisdiction, answer }: ReadRow): AnswerRecord['search'] {
  return {
    complete: outcome === 'absent',
    coverage: coverageOf(answer?.coverage ?? null, jurisdiction),
    asOf: answer?.as_of,
    closest: answer?.closest ?? [],
  };
}

function idOf<P extends IdPrefix>(prefix: P, uuid: string | null): Id<P> | undefined {
  return uuid === null ? undefined : fromUuid(prefix, uuid);
}
