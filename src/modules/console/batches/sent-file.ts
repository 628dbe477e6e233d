import { Readable } from 'node:stream';
import { InvalidRequest } from '../../../core/invalid-request.js';
import type { FastifyRequest } from 'fastify';
import { FileRefused } from '../../../core/batches/file-refused.js';
import { MAX_BATCH_BYTES } from '../../../core/limits.js';
import { tooLarge } from '../../batches/read-file.js';
import { FILE_FIELD, type UploadedForm } from '../../http/server/multipart.js';

/** What a form has around its file. */
const FORM_BYTES = 200_000;
/** Enough to tell one format from the other. */
const TELLING_BYTES = 64;

/**
 * The text fields of a form, and its file as it arrives. Throws `VALIDATION_ERROR` where there is
 * none.
 */
export function readUpload(form: UploadedForm, { headers }: FastifyRequest) {
  const { [FILE_FIELD]: file, ...fields } = form;
  const texts = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
  if (Number(headers['content-length'] ?? 0) > MAX_BATCH_BYTES + FORM_BYTES) {
    throw new FileRefused(undefined, tooLarge());
  }
  if (!(file instanceof Readable))
    throw new InvalidRequest({ location: 'body', field: FILE_FIELD, message: 'Choose a file, or type its rows.' });
  return { fields: texts, bytes: file as AsyncIterable<Buffer> };
}

/**
 * Browsers do not say reliably what a file holds. NDJSON begins with a brace, and the header of CSV
 * never does.
 */
export async function recognise(
  bytes: AsyncIterable<Buffer>,
): Promise<{ bytes: AsyncIterable<Buffer>; type: 'csv' | 'ndjson' }> {
  const source = bytes[Symbol.asyncIterator]();
  const beginning: Buffer[] = [];
  let text = '';
  while (text === '' && Buffer.concat(beginning).length < TELLING_BYTES) {
    const { value, done } = await source.next();
    if (done) break;
    beginning.push(value);
    text = Buffer.concat(beginning)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart();
  }
  async function* whole() {
    yield* beginning;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  return { bytes: whole(), type: text.startsWith('{') ? 'ndjson' : 'csv' };
}
