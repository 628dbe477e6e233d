import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Tier } from '../registries/jurisdiction.js';
import { jurisdictionNamed } from '../registries/jurisdictions.js';
import type { Source } from '../registries/jurisdiction.js';
import type { Evidence, EvidenceReader, KeptExchange, ReadRecord } from './ports.js';
import { fieldViews, type FieldView } from './field-views.js';

/** Evidence limited to the tier the account was charged for. */
export interface EvidenceView {
  evidence: Evidence;
  tier: Tier;
  register: Source;
  exchanges: KeptExchange[];
  /** The record in question; `undefined` for a search and when nothing was found. */
  read: ReadRecord | undefined;
  fields: Readonly<Record<string, FieldView>>;
}

/**
 * Reads register responses and the places of an answer's fields in them. An account may read
 * evidence of answers it was charged for, at the charged tier; for others it does not exist.
 */
export class ReadEvidence {
  constructor(private readonly reader: EvidenceReader) {}

  async ofEntity(accountId: Id<'acc'>, entityId: Id<'ent'> | undefined): Promise<EvidenceView> {
    const tier = entityId && (await this.reader.chargedTierOf(accountId, entityId));
    if (!entityId || !tier) throw new AppError('ENTITY_NOT_FOUND');
    return this.view(await this.reader.newestOf(entityId, tier), tier, entityId, 'ENTITY_NOT_FOUND');
  }

  async ofSnapshot(accountId: Id<'acc'>, id: Id<'snp'> | undefined): Promise<EvidenceView> {
    const found = id && (await this.reader.ofSnapshot(id));
    const tier = found && (await this.reader.chargedTierOf(accountId, found.entityId));
    if (!found || !tier) throw noEvidence();
    return this.view(found.evidenceId, tier, found.entityId);
  }

  async ofJob(accountId: Id<'acc'>, id: Id<'job'> | undefined): Promise<EvidenceView> {
    const job = id && (await this.reader.ofJob(accountId, id));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return this.view(job.evidenceId, job.tier, job.entityId, 'JOB_NOT_FOUND');
  }

  async ofRow(accountId: Id<'acc'>, asked: { batchId: Id<'bat'>; line: number } | undefined): Promise<EvidenceView> {
    const row = asked && (await this.reader.ofRow(accountId, asked));
    if (!row) throw noEvidence();
    return this.view(row.evidenceId, row.tier, row.entityId);
  }

  async ofId(accountId: Id<'acc'>, id: Id<'evd'> | undefined): Promise<EvidenceView> {
    const tier = id && (await this.reader.chargedTier(accountId, id));
    if (!tier) throw noEvidence();
    return this.view(id, tier, undefined);
  }

  private async view(
    id: Id<'evd'> | undefined,
    tier: Tier,
    entityId: Id<'ent'> | undefined,
    missing: Missing = 'NOT_FOUND',
  ): Promise<EvidenceView> {
    const evidence = id && (await this.reader.find(id));
    if (!evidence) throw noEvidence(missing);
    return viewEvidence(evidence, tier, entityId);
  }
}

/** `entityId` selects the record; by default the only one. */
function viewEvidence(evidence: Evidence, tier: Tier, entityId?: Id<'ent'>): EvidenceView {
  const { records, exchanges } = evidence;
  const read = records.find((one) => one.entityId === entityId) ?? (records.length === 1 ? records[0] : undefined);
  const shown = exchanges.filter((exchange) => tier === 'deep' || exchange.tier === 'quick');
  return {
    evidence,
    tier,
    register: jurisdictionNamed(evidence.jurisdiction).source,
    exchanges: shown,
    read,
    fields: read ? fieldViews(read, tier, exchanges) : {},
  };
}

type Missing = 'NOT_FOUND' | 'ENTITY_NOT_FOUND' | 'JOB_NOT_FOUND';

function noEvidence(code: Missing = 'NOT_FOUND'): AppError {
  return new AppError(code, { message: 'No evidence of this is kept.' });
}
