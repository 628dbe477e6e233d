import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';
import { EvidenceStore, type HeardAnswer } from '../../../core/evidence/ports.js';
import { newId, toUuid, type Id } from '../../../core/ids.js';
import { type GaugeReading, Metrics } from '../../../core/metrics/ports.js';
import type { WitnessedExchange } from '../../../core/registries/witness.js';
import { ReadLoader } from '../client/read-loader.js';
import { toJson, Database } from '../client/database.js';
import { Injectable } from '../../../core/injectable.js';

/** Of larger bodies only the digest and size are stored. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/**
 * Smaller bodies are compressed synchronously: handing them to another thread would take longer.
 */
const SMALL_BYTES = 64 * 1024;
/** Level 1 takes a third of the time, for a few percent more bytes. */
const LEVEL = 1;
/**
 * Most bodies are this short. Setting up a compressor takes longer than compressing them; a smaller
 * compressor takes half as long.
 */
const SHORT_BYTES = 4 * 1024;
const SHORT = { level: LEVEL, windowBits: 12, memLevel: 5 };

const deflated = promisify(deflateRaw);

interface KeptBytes {
  source: string;
  bytes: number;
}

/** Stores register responses of many retrievals in one statement. */
@Injectable()
export class PostgresEvidenceStore extends EvidenceStore {
  private readonly keeping: ReadLoader<object, undefined>;

  constructor(
    private readonly db: Database,
    private readonly metrics: Metrics,
  ) {
    super();
    this.keeping = new ReadLoader(async (rows) => {
      const kept = await this.db.rows<KeptBytes>(
        'select register as source, new_bytes::float8 as bytes from evidence_keep($1)',
        [toJson(rows)],
      );
      for (const { source, bytes } of kept) this.metrics.count('evidence_bytes_total', { source }, bytes);
      return new Map();
    });
  }

  async keep(heard: HeardAnswer): Promise<Id<'evd'>> {
    const id = newId('evd');
    await this.keeping.load({
      id: toUuid(id),
      jurisdiction: heard.jurisdiction,
      sandbox: heard.sandbox,
      parser_version: heard.parserVersion,
      edition: heard.edition,
      question: heard.question,
      retrieved_at: heard.retrievedAt,
      exchanges: await Promise.all(heard.exchanges.map(toRow)),
    });
    return id;
  }
}

export async function evidenceMetrics(db: Database): Promise<GaugeReading[]> {
  const row = await db.row<{ bytes: number }>(`select pg_total_relation_size('evidence_bodies')::float8 as bytes`);
  return row ? [{ name: 'evidence_disk_bytes', labels: {}, value: row.bytes }] : [];
}

async function toRow(exchange: WitnessedExchange, place: number) {
  const { tier, method, url, sent, status, headers, retrievedAt, unchangedSince, recordId, body, isPrivate } = exchange;
  const isKept = isPrivate !== true && body.length <= MAX_BODY_BYTES;
  return {
    place,
    tier,
    method,
    url,
    sent_type: sent?.type,
    sent: sent?.text,
    status,
    headers,
    retrieved_at: retrievedAt,
    unchanged_since: unchangedSince,
    record_id: recordId,
    digest: createHash('sha256').update(body).digest('hex'),
    bytes: body.length,
    body: isKept ? (await packed(body)).toString('base64') : undefined,
  };
}

async function packed(body: Buffer): Promise<Buffer> {
  if (body.length <= SHORT_BYTES) return deflateRawSync(body, SHORT);
  return body.length <= SMALL_BYTES ? deflateRawSync(body, { level: LEVEL }) : deflated(body, { level: LEVEL });
}
