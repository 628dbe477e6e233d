import { z } from 'zod';
import { UnreadableWarc } from '../../adapters/warc/warc-records.js';
import type { KeptAnswer } from '../../core/evidence/ports.js';
import type { RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import type { KeptReading } from '../../core/verification/replay-evidence.js';
import {
  digestOf,
  factsOf,
  faultsOfHeaders,
  isAnswer,
  isMissing,
  payloadOf,
  recordsOfEvidence,
  StatedExchange,
} from './warc-facts.js';

/** All bodies are in memory at once. */
const MAX_BODIES_BYTES = 128 * 1024 * 1024;

const Tier = z.enum(['quick', 'deep']);
const Exchange = StatedExchange.extend({
  method: z.enum(['GET', 'POST', 'EDITION']),
  url: z.string(),
  request_body: z.string().optional(),
  status: z.number().int(),
  retrieved_at: z.coerce.date(),
  digest: z.string(),
});
const Stated = z.looseObject({ id: z.string(), name: z.string() });
const ReadFacts = z.object({
  evidence_id: z.string(),
  jurisdiction: z.string(),
  parser_version: z.number().int(),
  tier: Tier,
  question: z.object({
    kind: z.enum(['verification', 'search', 'record']),
    tier: Tier,
    entityName: z.string().optional(),
    recordNumber: z.string().optional(),
  }),
  exchanges: z.array(Exchange).min(1),
  fields: z.record(z.string(), z.unknown()),
  record: Stated.optional(),
  details: z.looseObject({}).optional(),
  records: z.array(Stated).optional(),
});
type ReadFacts = z.infer<typeof ReadFacts>;

export interface Kept {
  evidenceId: string;
  reading: KeptReading;
}

/** Returns each reading recorded in an evidence file, with all exchanges it is based on. */
export async function keptIn(file: string): Promise<Kept[]> {
  const all = await factsOf(file, ReadFacts);
  const bodies = await bodiesOf(file, all);
  return all.map((facts, piece) => keptOf(facts, bodies[piece]!));
}

function keptOf(facts: ReadFacts, bodies: readonly (Buffer | undefined)[]): Kept {
  const { evidence_id: evidenceId, jurisdiction, parser_version: parserVersion, question, exchanges } = facts;
  const answers = exchanges.map(({ method, url, request_body: sent, status }, at): KeptAnswer => {
    return { method, url, sent, status, body: bodies[at] };
  });
  const retrievedAt = exchanges[0]!.retrieved_at;
  const records = recordsOf(facts);
  return { evidenceId, reading: { jurisdiction, parserVersion, question, retrievedAt, exchanges: answers, records } };
}

/** A file for a quick answer holds only the quick part of a deep reading. */
function recordsOf({ tier, question, record, details, records = [], fields }: ReadFacts): KeptReading['records'] {
  const shown = tier === 'quick' && question.tier === 'deep' ? new Set(Object.keys(fields)) : undefined;
  return (record ? [record] : records).map((stated) => ({
    record: stated as unknown as RegisterRecord,
    details: details as unknown as RecordDetails | undefined,
    shown,
  }));
}

async function bodiesOf(file: string, all: readonly ReadFacts[]): Promise<(Buffer | undefined)[][]> {
  const bodies = all.map((): (Buffer | undefined)[] => []);
  let bytes = 0;
  for await (const { record, at: piece, exchange } of recordsOfEvidence(file)) {
    if (exchange === undefined) continue;
    const stated = all[piece]!.exchanges[exchange];
    const [fault] = stated ? faultsOfHeaders(record, stated) : [];
    if (fault) throw new UnreadableWarc(`was changed in exchange ${exchange}: ${fault}`);
    if (!isAnswer(record)) continue;
    const body = isMissing(record) ? undefined : payloadOf(record);
    if (body && digestOf(body) !== stated?.digest) throw new UnreadableWarc(`was changed in exchange ${exchange}`);
    bytes += body?.length ?? 0;
    if (bytes > MAX_BODIES_BYTES) throw new UnreadableWarc('has more than 128 MB of bodies');
    bodies[piece]!.push(body);
  }
  if (bodies.some((of, piece) => of.length !== all[piece]!.exchanges.length)) {
    throw new UnreadableWarc('does not have the exchanges that it lists');
  }
  return bodies;
}
