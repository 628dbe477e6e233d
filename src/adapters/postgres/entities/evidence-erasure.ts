import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { EvidenceErasure } from '../../../core/evidence/ports.js';
import { toUuid, type Id } from '../../../core/ids.js';
import { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import { Injectable } from '../../../core/injectable.js';

/** Most are some kilobytes, a few are megabytes. */
const BODIES_AT_ONCE = 50;

interface Erasure {
  entity_id: string;
  searched: Buffer;
  jurisdiction: string;
  record_id: string;
}

const inflated = promisify(inflateRaw);

/** Reads a few bodies per transaction, to keep locks short. */
@Injectable()
export class PostgresEvidenceErasure extends EvidenceErasure {
  constructor(private readonly db: Database) {
    super();
  }

  async finish(id: Id<'ent'>): Promise<void> {
    while (await this.db.interactive((tx) => searchOn(tx, toUuid(id))));
  }

  async finishAll(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && (await this.db.interactive((tx) => searchOn(tx, undefined))));
  }
}

/**
 * Returns `false` if nothing was left. If another process is at work, waits for it when an entity
 * is given, else skips it.
 */
async function searchOn(on: Statements, entityId: string | undefined): Promise<boolean> {
  const erasure = await on.row<Erasure>(
    `select s.entity_id, s.searched, e.jurisdiction, e.record_id from evidence_erasures s join entities e on e.id = s.entity_id
      where $1::uuid is null or s.entity_id = $1 limit 1 for update of s ${entityId === undefined ? 'skip locked' : ''}`,
    [entityId],
  );
  if (!erasure) return false;
  const bodies = await on.rows<{ digest: Buffer; body: Buffer }>(
    `select digest, body from evidence_bodies where jurisdiction = $1 and body is not null and digest > $2
      order by digest limit ${BODIES_AT_ONCE}`,
    [erasure.jurisdiction, erasure.searched],
  );
  const named = await Promise.all(bodies.map(async ({ body }) => (await inflated(body)).includes(erasure.record_id)));
  const found = bodies.filter((_, at) => named[at]).map(({ digest }) => digest.toString('hex'));
  await on.change(
    `update evidence_bodies set body = null, erased_at = now()
      where body is not null and digest = any (array(select decode(d, 'hex') from unnest($1::text[]) d))`,
    [found],
  );
  const last = bodies.at(-1)?.digest;
  if (bodies.length < BODIES_AT_ONCE || !last) {
    await on.change('delete from evidence_erasures where entity_id = $1', [erasure.entity_id]);
  } else {
    await on.change('update evidence_erasures set searched = $2 where entity_id = $1', [erasure.entity_id, last]);
  }
  return true;
}
