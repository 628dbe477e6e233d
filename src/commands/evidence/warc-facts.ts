import { createHash } from 'node:crypto';
import { z } from 'zod';
import { recordsIn, UnreadableWarc, type FileRecord } from '../../adapters/warc/warc-records.js';

const CUT = 'is cut: the record that says what it proves is missing';
const FOREIGN = 'is not a file of GET /v1/evidence/{id}/warc';

/** A record, the evidence that it belongs to, and its exchange, if it is of one. */
interface PlacedRecord {
  record: FileRecord;
  at: number;
  exchange: number | undefined;
}

/**
 * Yields each record with the number of the evidence it belongs to: files can be joined. Each piece
 * of evidence must begin and end like one of ours. Does not verify the content.
 */
export async function* recordsOfEvidence(file: string): AsyncIterable<PlacedRecord> {
  let at = -1;
  let isOpen = false;
  let exchange: number | undefined;
  for await (const record of recordsIn(file)) {
    if (record.type === 'warcinfo') {
      if (isOpen) throw new UnreadableWarc(CUT);
      if (!/^evd_\w+\.warc\.gz$/.test(record.headers.get('warc-filename') ?? '')) throw new UnreadableWarc(FOREIGN);
      at++;
      isOpen = true;
      exchange = undefined;
    } else if (!isOpen) {
      throw new UnreadableWarc(at < 0 ? FOREIGN : 'is padded: something follows its last record');
    }
    if (isAnswer(record)) exchange = exchange === undefined ? 0 : exchange + 1;
    if (record.type === 'metadata') isOpen = false;
    yield { record, at, exchange: isOpen ? exchange : undefined };
  }
  if (at < 0) throw new UnreadableWarc(FOREIGN);
  if (isOpen) throw new UnreadableWarc(CUT);
}

/** Returns the facts of each piece of evidence in a file. */
export async function factsOf<Shape extends z.ZodType>(file: string, shape: Shape): Promise<z.infer<Shape>[]> {
  const facts: z.infer<Shape>[] = [];
  for await (const { record } of recordsOfEvidence(file)) {
    if (record.type !== 'metadata') continue;
    const read = shape.safeParse(json(record.block));
    if (!read.success) throw new UnreadableWarc(FOREIGN);
    facts.push(read.data);
  }
  return facts;
}

function json(block: Buffer): unknown {
  try {
    return JSON.parse(block.toString());
  } catch {
    throw new UnreadableWarc(FOREIGN);
  }
}

/** The part of an exchange in the facts that its records repeat. */
export const StatedExchange = z.object({
  url: z.string().optional(),
  retrieved_at: z.coerce.date().optional(),
  unchanged_since: z.coerce.date().optional(),
});

/**
 * Compares the address and the time of a record of an exchange with the facts: no digest covers
 * them. The response to a revalidation has the time at which its body arrived.
 */
export function faultsOfHeaders(
  { type, headers }: FileRecord,
  { url, retrieved_at: retrievedAt, unchanged_since: unchangedSince }: z.infer<typeof StatedExchange>,
): string[] {
  const time = type === 'response' ? (unchangedSince ?? retrievedAt) : retrievedAt;
  const isRevisit = type === 'revisit';
  const isOtherAddress = (name: string) => url !== undefined && addressOf(headers.get(name) ?? '') !== addressOf(url);
  const isOtherTime = (name: string, stated: Date | undefined) =>
    stated !== undefined && headers.get(name) !== stated.toISOString();
  return [
    ...(isOtherAddress('warc-target-uri') || (isRevisit && isOtherAddress('warc-refers-to-target-uri'))
      ? ['another address is listed']
      : []),
    ...(isOtherTime('warc-date', time) || (isRevisit && isOtherTime('warc-refers-to-date', unchangedSince))
      ? ['another time is listed']
      : []),
  ];
}

/** The writer normalizes some addresses: a quote in a query becomes `%27`. */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

export const isAnswer = ({ type }: FileRecord) => type === 'response' || type === 'resource';
export const isMissing = ({ headers }: FileRecord) => headers.has('warc-truncated');
export const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The response body without the HTTP headers. */
export function payloadOf({ headers, block }: FileRecord): Buffer {
  if (!headers.get('content-type')?.startsWith('application/http')) return block;
  const end = block.indexOf('\r\n\r\n');
  return end < 0 ? Buffer.alloc(0) : block.subarray(end + 4);
}
