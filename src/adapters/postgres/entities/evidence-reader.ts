import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import {
  EvidenceReader,
  type Evidence,
  type HeardAnswer,
  type AnswerEvidence,
  type KeptExchange,
  type OwnQuestion,
  type ReadRecord,
} from '../../../core/evidence/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { RecordDetails, RegisterRecord } from '../../../core/registries/record.js';
import type { RecordSources } from '../../../core/registries/witness.js';
import { Database } from '../client/database.js';
import { fromStored } from './entity-row.js';
import { contentOf, snapshotId } from './snapshots.js';
import { Injectable } from '../../../core/injectable.js';

interface EvidenceRow {
  id: string;
  jurisdiction: string;
  sandbox: boolean;
  parser_version: number;
  edition: string | null;
  question: HeardAnswer['question'];
  retrieved_at: Date;
}

interface ExchangeRow {
  tier: Tier;
  method: KeptExchange['method'];
  url: string;
  sent_type: string | null;
  sent: string | null;
  status: number;
  headers: Record<string, string>;
  retrieved_at: Date;
  unchanged_since: Date | null;
  record_id: string | null;
  digest: string;
  bytes: number;
  body: Buffer | null;
  erased: boolean;
}

interface SnapshotKey {
  entity_id: string;
  number: number;
  verified_at: Date;
}

interface RecordRow extends SnapshotKey {
  fields: RecordSources;
  record: RegisterRecord;
  details: RecordDetails | null;
}

const inflated = promisify(inflateRaw);

@Injectable()
export class PostgresEvidenceReader extends EvidenceReader {
  constructor(private readonly db: Database) {
    super();
  }

  async find(id: Id<'evd'>): Promise<Evidence | undefined> {
    const uuid = toUuid(id);
    const row = await this.db.row<EvidenceRow>('select * from evidence where id = $1', [uuid]);
    if (!row) return undefined;
    const exchanges = await this.db.rows<ExchangeRow>(
      `select x.tier, x.method, x.url, x.sent_type, x.sent, x.status, x.headers, x.retrieved_at, x.unchanged_since, x.record_id,
              encode(x.digest, 'hex') as digest, b.bytes, b.body, b.erased_at is not null as erased
         from evidence_exchanges x join evidence_bodies b on b.digest = x.digest where x.evidence_id = $1 order by x.place`,
      [uuid],
    );
    const records = await this.db.rows<RecordRow>(
      `select s.entity_id, s.number, s.verified_at, k.fields, coalesce(${contentOf('k', 'reading')}, ${contentOf('s', 'record')}) as record,
              ${contentOf('s', 'details')} as details
         from snapshot_evidence k join snapshots s on s.entity_id = k.entity_id and s.number = k.number where k.evidence_id = $1`,
      [uuid],
    );
    return {
      id,
      jurisdiction: row.jurisdiction,
      sandbox: row.sandbox,
      parserVersion: row.parser_version,
      question: row.question,
      retrievedAt: row.retrieved_at,
      edition: row.edition ?? undefined,
      exchanges: await Promise.all(exchanges.map(toExchange)),
      records: records.map(toRecord),
    };
  }

  async newestOf(accountId: Id<'acc'>, entityId: Id<'ent'>, tier: Tier): Promise<Id<'evd'> | undefined> {
    const row = await this.db.row<{ id: string }>(
      `select k.evidence_id as id from snapshot_evidence k join entities e on e.id = k.entity_id
        where k.entity_id = $2 and exists (
          select from evidence_exchanges x where x.evidence_id = k.evidence_id and ($3 = 'deep' or x.tier = 'quick')
            and (x.record_id = e.record_id or exists (select from own_questions(k.evidence_id, $1))))
        order by k.number desc limit 1`,
      [toUuid(accountId), toUuid(entityId), tier],
    );
    return row && fromUuid('evd', row.id);
  }

  /** A snapshot's id is not stored, but it begins with the snapshot's time: see `snapshotId`. */
  async ofSnapshot(id: Id<'snp'>): Promise<{ evidenceId: Id<'evd'>; entityId: Id<'ent'> } | undefined> {
    const moment = new Date(Number.parseInt(toUuid(id).replace('-', '').slice(0, 12), 16));
    if (Number.isNaN(moment.getTime())) return undefined;
    const rows = await this.db.rows<SnapshotKey & { evidence_id: string }>(
      `select k.evidence_id, s.entity_id, s.number, s.verified_at
         from evidence e join snapshot_evidence k on k.evidence_id = e.id
         join snapshots s on s.entity_id = k.entity_id and s.number = k.number
        where e.retrieved_at >= $1 and e.retrieved_at < $2`,
      [moment, new Date(moment.getTime() + 1)],
    );
    const row = rows.find((one) => snapshotId(one) === id);
    return row && { evidenceId: fromUuid('evd', row.evidence_id), entityId: fromUuid('ent', row.entity_id) };
  }

  /** A watch check has no retrieval. Its evidence is the record's newest at that time. */
  async ofJob(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<AnswerEvidence | undefined> {
    const row = await this.db.row<{
      tier: Tier;
      entity_id: Id<'ent'> | null;
      evidence_id: string | null;
      watch_id: string | null;
      completed_at: Date | null;
    }>(
      `select j.tier, j.result ->> 'entityId' as entity_id, coalesce(r.evidence_id, j.evidence_id) as evidence_id, j.watch_id, j.completed_at
         from jobs j left join retrievals r on r.id = j.retrieval_id
        where j.id = $1 and j.account_id = $2 and j.status = 'completed'`,
      [toUuid(jobId), toUuid(accountId)],
    );
    if (!row) return undefined;
    const { tier, entity_id: found, completed_at: completedAt } = row;
    const entityId = found ?? undefined;
    const ofCheck = row.watch_id && entityId && completedAt ? await this.latestBy(entityId, completedAt) : undefined;
    const evidenceId = row.evidence_id ?? ofCheck;
    return { tier, entityId, evidenceId: evidenceId === undefined ? undefined : fromUuid('evd', evidenceId) };
  }

  /** A found business without evidence of its own gets the newest from before the batch ended. */
  async ofRow(
    accountId: Id<'acc'>,
    { batchId, line }: { batchId: Id<'bat'>; line: number },
  ): Promise<AnswerEvidence | undefined> {
    const row = await this.db.row<{ tier: Tier; entity_id: string | null; evidence_id: string | null; until: Date }>(
      `select r.tier, r.entity_id, r.evidence_id, coalesce(b.ended_at, now()) as until
         from batches b join batch_rows r on r.batch_id = b.id and r.line = $3
        where b.id = $2 and b.account_id = $1 and b.dropped_at is null and b.status <> 'uploading' and r.outcome <> 'failed'`,
      [toUuid(accountId), toUuid(batchId), line],
    );
    if (!row) return undefined;
    const entityId = row.entity_id === null ? undefined : fromUuid('ent', row.entity_id);
    const evidenceId = row.evidence_id ?? (entityId && (await this.latestBy(entityId, row.until)));
    return { tier: row.tier, entityId, evidenceId: evidenceId === undefined ? undefined : fromUuid('evd', evidenceId) };
  }

  /** A record's time of reading is a little less precise than that of the snapshot. */
  async ofRecord(accountId: Id<'acc'>, id: Id<'rec'>): Promise<AnswerEvidence | undefined> {
    const row = await this.db.row<{
      tier: Tier;
      entity_id: string | null;
      evidence_id: string | null;
      read_at: Date | null;
    }>(
      `select tier, entity_id, evidence_id, read_at from all_records
        where id = $1 and account_id = $2 and outcome in ('found', 'not_sure', 'absent')`,
      [toUuid(id), toUuid(accountId)],
    );
    if (!row) return undefined;
    const { tier, read_at: readAt } = row;
    const entityId = row.entity_id === null ? undefined : fromUuid('ent', row.entity_id);
    const until = readAt && new Date(readAt.getTime() + 1);
    const evidenceId = row.evidence_id ?? (entityId && until ? await this.latestBy(entityId, until) : undefined);
    return { tier, entityId, evidenceId: evidenceId === undefined ? undefined : fromUuid('evd', evidenceId) };
  }

  async ownQuestion(accountId: Id<'acc'>, id: Id<'evd'>): Promise<OwnQuestion | undefined> {
    const row = await this.db.row<{ tier: Tier; entity_name: string }>(
      `select tier, entity_name from own_questions($2, $1) order by tier limit 1`,
      [toUuid(accountId), toUuid(id)],
    );
    return row && { tier: row.tier, entityName: row.entity_name };
  }

  async chargedTierOf(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Tier | undefined> {
    const rows = await this.db.rows<{ tier: Tier }>(
      'select tier from access where account_id = $1 and entity_id = $2',
      [toUuid(accountId), toUuid(entityId)],
    );
    return rows[0]?.tier;
  }

  private async latestBy(entityId: Id<'ent'>, moment: Date): Promise<string | undefined> {
    const row = await this.db.row<{ id: string }>(
      `select k.evidence_id as id from snapshot_evidence k join snapshots s on s.entity_id = k.entity_id and s.number = k.number
        where k.entity_id = $1 and s.verified_at <= $2 order by k.number desc limit 1`,
      [toUuid(entityId), moment],
    );
    return row?.id;
  }
}

async function toExchange(row: ExchangeRow): Promise<KeptExchange> {
  const { tier, method, url, status, headers, digest, bytes, erased } = row;
  return {
    tier,
    method,
    url,
    sent: row.sent_type === null || row.sent === null ? undefined : { type: row.sent_type, text: row.sent },
    status,
    headers,
    retrievedAt: row.retrieved_at,
    unchangedSince: row.unchanged_since ?? undefined,
    recordId: row.record_id ?? undefined,
    digest,
    bytes,
    body: row.body ? await inflated(row.body) : undefined,
    erased,
  };
}

function toRecord(row: RecordRow): ReadRecord {
  return {
    entityId: fromUuid('ent', row.entity_id),
    snapshotId: snapshotId(row),
    sources: row.fields,
    record: fromStored(row.record),
    details: row.details ?? undefined,
  };
}
