import { createHash } from 'node:crypto';
import { z } from 'zod';
import { recordsIn, UnreadableWarc, type FileRecord } from '../../adapters/warc/warc-records.js';

const CUT = 'is cut: the record that says what it proves is missing';
const FOREIGN = 'is not a file of GET /v1/evidence/{id}/warc';

/**
 * Yields each record with the number of the evidence it belongs to: files can be joined. Each piece
 * of evidence must begin and end like one of ours. Does not verify the content.
 */
export async function* recordsOfEvidence(file: string): AsyncIterable<{ record: FileRecord; at: number }> {
  let at = -1;
  let isOpen = false;
  for await (const record of recordsIn(file)) {
    if (record.type === 'warcinfo') {
      if (isOpen) throw new UnreadableWarc(CUT);
      if (!/^evd_\w+\.warc\.gz$/.test(record.headers.get('warc-filename') ?? '')) throw new UnreadableWarc(FOREIGN);
      at++;
      isOpen = true;
    } else if (!isOpen) {
      throw new UnreadableWarc(at < 0 ? FOREIGN : 'is padded: something follows its last record');
    }
    yield { record, at };
    if (record.type === 'metadata') isOpen = false;
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

export const isAnswer = ({ type }: FileRecord) => type === 'response' || type === 'resource';
export const isMissing = ({ headers }: FileRecord) => headers.has('warc-truncated');
export const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The response body without the HTTP headers. */
export function payloadOf({ headers, block }: FileRecord): Buffer {
  if (!headers.get('content-type')?.startsWith('application/http')) return block;
  const end = block.indexOf('\r\n\r\n');
  return end < 0 ? Buffer.alloc(0) : block.subarray(end + 4);
}
