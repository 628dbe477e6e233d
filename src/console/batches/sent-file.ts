import { Readable } from 'node:stream';
import { InvalidRequest, type Problem } from '../../core/invalid-request.js';
import type { FastifyRequest } from 'fastify';
import { fileNameOf } from '../../core/batches/file-name.js';
import { FileRefused } from '../../core/batches/upload-batch.js';
import { MAX_BATCH_BYTES } from '../../core/limits.js';
import { tooLarge } from '../../modules/batches/whole-lines.js';
import { FILE_FIELD, FILE_NAME, type UploadedForm } from '../../modules/http/server/multipart.js';

/** Size of a form without its file. */
const FORM_BYTES = 200_000;
/** Far more than anyone types; longer input must be a file. */
const MAX_TYPED_BYTES = 200_000;
const TOO_MUCH_TYPED: Problem = {
  field: FILE_FIELD,
  message: 'Too many rows to paste. Upload them as a file.',
};
/** Enough to distinguish the formats. */
const TELLING_BYTES = 64;

/**
 * Returns the text fields of an upload form. The file name is not typed by the user, so it is
 * shortened to fit instead of refused.
 */
export function textsOf(form: UploadedForm): Record<string, string> {
  const { [FILE_FIELD]: _file, ...fields } = form;
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, name === FILE_NAME ? (fileNameOf(value) ?? '') : value] as const] : [],
  );
  return Object.fromEntries(texts);
}

/** Returns the file of a form as a stream. Throws `VALIDATION_ERROR` if there is none. */
export function fileOf({ [FILE_FIELD]: file }: UploadedForm, { headers }: FastifyRequest): AsyncIterable<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MAX_BATCH_BYTES + FORM_BYTES) {
    throw new FileRefused(undefined, tooLarge());
  }
  if (!(file instanceof Readable))
    throw new InvalidRequest({ field: FILE_FIELD, message: 'Choose a file, or paste the rows.' });
  return file as AsyncIterable<Buffer>;
}

/** Typed rows, kept so that the form can show them again if they are refused. */
export class TypedRows {
  private readonly read: Buffer[] = [];
  private length = 0;
  private readonly rest: AsyncIterator<Buffer> | undefined;

  constructor({ [FILE_FIELD]: file }: UploadedForm) {
    if (file instanceof Readable) this.rest = (file as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    else this.read.push(Buffer.from(file ?? ''));
  }

  /** Throws `VALIDATION_ERROR` above `MAX_TYPED_BYTES`. */
  async *bytes(): AsyncGenerator<Buffer> {
    yield* this.read;
    for (let more = await this.rest?.next(); more && !more.done; more = await this.rest?.next()) {
      this.read.push(more.value);
      this.length += more.value.length;
      if (this.length > MAX_TYPED_BYTES) throw new InvalidRequest(TOO_MUCH_TYPED);
      yield more.value;
    }
  }

  async text(): Promise<string> {
    try {
      for await (const bytes of this.bytes()) void bytes;
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error;
    }
    return Buffer.concat(this.read).toString('utf8');
  }
}

/**
 * Browsers do not report file types reliably. NDJSON begins with a brace, and a CSV header never
 * does.
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
