import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Tier } from '../registries/jurisdiction.js';
import { jurisdictionNamed } from '../registries/jurisdictions.js';
import type { Source } from '../registries/jurisdiction.js';
import type { FieldSource, FieldSources, RecordSources } from '../registries/witness.js';
import { type Evidence, EvidenceReader, type KeptExchange, type OwnQuestion, type ReadRecord } from './ports.js';
import { fieldViews, type FieldView } from './field-views.js';
import { Injectable } from '../injectable.js';

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
 * Reads register responses and the places of an answer's fields in them. An account reads all of
 * the evidence of retrievals it was charged for, at the charged tier. Of an answer that others had
 * asked for, it reads only the exchanges that read this one record by its number: what others asked
 * is theirs. Any other evidence does not exist for it.
 */
@Injectable()
export class ReadEvidence {
  constructor(private readonly reader: EvidenceReader) {}

  async ofEntity(accountId: Id<'acc'>, entityId: Id<'ent'> | undefined): Promise<EvidenceView> {
    const tier = entityId && (await this.reader.chargedTierOf(accountId, entityId));
    if (!entityId || !tier) throw noEvidence('ENTITY_NOT_FOUND');
    const id = await this.reader.newestOf(accountId, entityId, tier);
    return this.view(accountId, { id, tier, entityId }, 'ENTITY_NOT_FOUND');
  }

  async ofSnapshot(accountId: Id<'acc'>, id: Id<'snp'> | undefined): Promise<EvidenceView> {
    const found = id && (await this.reader.ofSnapshot(id));
    const tier = found && (await this.reader.chargedTierOf(accountId, found.entityId));
    if (!found || !tier) throw noEvidence();
    return this.view(accountId, { id: found.evidenceId, tier, entityId: found.entityId });
  }

  async ofJob(accountId: Id<'acc'>, id: Id<'job'> | undefined): Promise<EvidenceView> {
    const job = id && (await this.reader.ofJob(accountId, id));
    if (!job) throw new AppError('JOB_NOT_FOUND', { message: 'No job has this id, or its answer was refunded.' });
    const { evidenceId, tier, entityId } = job;
    return this.view(accountId, { id: evidenceId, tier, entityId }, 'JOB_NOT_FOUND');
  }

  async ofRow(accountId: Id<'acc'>, asked: { batchId: Id<'bat'>; line: number } | undefined): Promise<EvidenceView> {
    const row = asked && (await this.reader.ofRow(accountId, asked));
    if (!row) throw noEvidence();
    const { evidenceId, tier, entityId } = row;
    return this.view(accountId, { id: evidenceId, tier, entityId });
  }

  async ofRecord(accountId: Id<'acc'>, id: Id<'rec'> | undefined): Promise<EvidenceView> {
    const record = id && (await this.reader.ofRecord(accountId, id));
    if (!record) throw noEvidence();
    const { evidenceId, tier, entityId } = record;
    return this.view(accountId, { id: evidenceId, tier, entityId });
  }

  async ofId(accountId: Id<'acc'>, id: Id<'evd'> | undefined): Promise<EvidenceView> {
    const evidence = id && (await this.reader.find(id));
    if (!evidence) throw noEvidence();
    const own = await this.reader.ownQuestion(accountId, evidence.id);
    if (own) return viewEvidence(asOwn(evidence, own), own.tier, undefined);
    for (const { entityId } of evidence.records) {
      const tier = await this.reader.chargedTierOf(accountId, entityId);
      const of = tier && withoutQuestion(evidence, entityId, tier);
      if (of) return viewEvidence(of, tier, entityId);
    }
    throw noEvidence();
  }

  private async view(
    accountId: Id<'acc'>,
    { id, tier, entityId }: { id: Id<'evd'> | undefined; tier: Tier; entityId: Id<'ent'> | undefined },
    missing: Missing = 'NOT_FOUND',
  ): Promise<EvidenceView> {
    const evidence = id && (await this.reader.find(id));
    if (!evidence) throw noEvidence(missing);
    const own = await this.reader.ownQuestion(accountId, evidence.id);
    if (own) return viewEvidence(asOwn(evidence, own), tier, entityId);
    const of = entityId && withoutQuestion(evidence, entityId, tier);
    if (!of) throw noEvidence(missing);
    return viewEvidence(of, tier, entityId);
  }
}

/** Equal questions share a retrieval, however each account spelled the name. */
function asOwn(evidence: Evidence, { entityName }: OwnQuestion): Evidence {
  const { question } = evidence;
  return question.entityName === undefined ? evidence : { ...evidence, question: { ...question, entityName } };
}

/**
 * Reduces the evidence of others to what was read of one record by its number; `undefined` if
 * nothing of this tier was.
 */
function withoutQuestion(evidence: Evidence, entityId: Id<'ent'>, tier: Tier): Evidence | undefined {
  const read = evidence.records.find((one) => one.entityId === entityId);
  const isShown = (exchange: KeptExchange) =>
    exchange.recordId === read?.record.id && (tier === 'deep' || exchange.tier === 'quick');
  if (!read || !evidence.exchanges.some(isShown)) return undefined;
  const shown = evidence.exchanges.flatMap((exchange, place) => (isShown(exchange) ? [place] : []));
  const exchanges = shown.flatMap((place) => evidence.exchanges[place] ?? []);
  const records = [{ ...read, sources: mapSources(read.sources, (sources) => moved(sources, shown)) }];
  const question = { kind: 'record', tier: evidence.question.tier, recordNumber: read.record.id } as const;
  return { ...evidence, question, exchanges, records };
}

function mapSources(sources: RecordSources, change: (of: FieldSources) => FieldSources): RecordSources {
  const { quick, deep } = sources;
  return { ...(quick && { quick: change(quick) }), ...(deep && { deep: change(deep) }) };
}

/** Renumbers the exchanges; fields that stand elsewhere are left out. */
function moved(sources: FieldSources, shown: readonly number[]): FieldSources {
  const places = new Map(shown.map((place, at) => [place, at]));
  const kept = Object.entries(sources).flatMap(([path, stands]) => {
    const now = stands.flatMap(([place, pointer]): FieldSource[] => {
      const at = places.get(place);
      return at === undefined ? [] : [[at, pointer]];
    });
    return now.length === stands.length ? [[path, now] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** `entityId` selects the record; by default the only one. */
function viewEvidence(evidence: Evidence, tier: Tier, entityId: Id<'ent'> | undefined): EvidenceView {
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
  return new AppError(code, {
    message: 'No evidence of this is kept for this account.',
    suggestion:
      'An answer from what another request had retrieved has none. A check of a watch, or a deep verification with force_refresh, reads the record itself.',
  });
}
