import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import { Searches, type NewSearch } from '../../../core/search/ports.js';
import type { NotSearched } from '../../../core/search/coverage.js';
import type { Search, SearchShare } from '../../../core/search/search.js';
import type { Hits } from '../../../core/verification/job.js';
import { JobReader } from '../../../core/verification/ports.js';
import { Database } from '../client/database.js';
import type { QueuedWrite } from '../client/pending-writes.js';
import { fromStoredHits, toStoredHits, type StoredHits, type StoredResult } from '../client/stored-results.js';
import type { JobRow } from '../schema/verification.tables.js';
import { Injectable } from '../../../core/injectable.js';

type ShareRow = Pick<JobRow, 'id' | 'jurisdiction' | 'status'> & { result: StoredResult | null };

@Injectable()
export class PostgresSearches extends Searches {
  constructor(
    private readonly db: Database,
    private readonly jobReader: JobReader,
  ) {
    super();
  }

  add({ id, accountId, entityName, reference, jurisdictions, known, notAsked }: NewSearch): QueuedWrite {
    return {
      kind: 'searches.insert',
      row: {
        id: toUuid(id),
        account_id: toUuid(accountId),
        entity_name: entityName,
        reference,
        jurisdictions,
        known: known?.map(toStoredHits) ?? null,
        not_asked: notAsked.length > 0 ? notAsked : null,
      },
    };
  }

  async find(accountId: Id<'acc'>, id: Id<'srch'>): Promise<Search | undefined> {
    const search = await this.db.row<{
      known: StoredHits[] | null;
      not_asked: NotSearched[] | null;
      reference: string | null;
    }>('select known, not_asked, reference from searches where id = $1 and account_id = $2', [
      toUuid(id),
      toUuid(accountId),
    ]);
    if (!search) return undefined;
    const about = { id, reference: search.reference ?? undefined, notAsked: search.not_asked ?? [] };
    if (search.known) return { ...about, shares: search.known.map((share) => knownShare(fromStoredHits(share))) };
    const rows = await this.db.rows<ShareRow>(
      `select j.id, j.jurisdiction, j.status, j.result from jobs j join searches s on s.id = j.search_id
        where s.id = $1 order by array_position(s.jurisdictions, j.jurisdiction)`,
      [toUuid(id)],
    );
    return { ...about, shares: rows.map(shareOf) };
  }

  async waitForEnd(accountId: Id<'acc'>, search: Search, timeoutMs: number): Promise<Search> {
    const running = search.shares.flatMap(({ job }) => (job && job.status !== 'completed' ? [job.id] : []));
    await Promise.all(running.map((jobId) => this.jobReader.waitForEnd(accountId, jobId, timeoutMs)));
    return (await this.find(accountId, search.id)) ?? search;
  }
}

function knownShare({ jurisdiction, recordId, hits, scope }: Hits): SearchShare {
  return { jurisdiction, recordId, job: undefined, hits, scope, failure: undefined };
}

function shareOf({ id, jurisdiction, status, result }: ShareRow): SearchShare {
  const found = status === 'completed' && result?.kind === 'hits' ? fromStoredHits(result) : undefined;
  return {
    jurisdiction,
    recordId: fromUuid('rec', id),
    job: { id: fromUuid('job', id), status },
    hits: found?.hits ?? [],
    scope: found?.scope,
    failure: status === 'failed' && result?.kind === 'failed' ? result : undefined,
  };
}
