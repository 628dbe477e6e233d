import { createHash } from 'node:crypto';
import { z } from 'zod';
import { recordsIn, UnreadableWarc, type FileRecord } from '../../adapters/warc/warc-records.js';

const FOREIGN = 'is not a file of GET /v1/evidence/{id}/warc';

/**
 * Returns the facts of a file that begins and ends like one of ours. Does not verify its content.
 */
export async function factsOf<Shape extends z.ZodType>(file: string, shape: Shape): Promise<z.infer<Shape>> {
  let facts: unknown;
  let isFirst = true;
  for await (const { type, headers, block } of recordsIn(file)) {
    if (isFirst && !/^evd_\w+\.warc\.gz$/.test(headers.get('warc-filename') ?? '')) throw new UnreadableWarc(FOREIGN);
    isFirst = false;
    if (facts !== undefined) throw new UnreadableWarc('is padded: something follows its last record');
    if (type === 'metadata') facts = json(block);
  }
  if (facts === undefined) throw new UnreadableWarc('is cut: the record that says what it proves is missing');
  const read = shape.safeParse(facts);
  if (!read.success) throw new UnreadableWarc(FOREIGN);
  return read.data;
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
