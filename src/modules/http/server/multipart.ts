import type { Readable } from 'node:stream';
import { WHOLE } from '../../../core/invalid-request.js';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { allowLongBody, MULTIPART, wrongType, UnreadBody } from './body-types.js';

/**
 * The form field with the file, or with text in its place. It must come last: fields after it are
 * not read.
 */
export const FILE_FIELD = 'file';
/** The field for the file's name, if the browser sends it. */
export const FILE_NAME = 'file_name';

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 10_000,
  fields: 20,
  files: 1,
  parts: 21,
  headerPairs: 20,
  headerSize: 8_192,
};

/** A form with a file: its fields as text, and the file as a stream. */
export type UploadedForm = Readonly<Record<string, string | Readable>>;

/**
 * Returns the form as soon as its file begins, so that the whole file is never in memory. Throws
 * `UnreadBody` if the form is cut off or malformed.
 */
export async function readForm(request: FastifyRequest, payload: Readable): Promise<UploadedForm> {
  const contentType = request.headers['content-type'] ?? MULTIPART;
  if (!/;\s*boundary=/i.test(contentType)) {
    payload.resume();
    throw new UnreadBody(wrongType(request));
  }
  const parser = parserOf(request.headers, contentType);
  if (!parser) {
    payload.resume();
    throw invalidForm();
  }
  const fields = new Map<string, string>();
  let file: Readable | undefined;
  return new Promise((resolve, reject) => {
    const handOver = () => resolve({ ...Object.fromEntries(fields), ...(file && { file }) });
    const fail = () => {
      reject(invalidForm());
      file?.destroy(invalidForm());
    };
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) fail();
      else fields.set(name, value);
    });
    parser.on('file', (_name, stream, fileName?: string) => {
      file = stream;
      if (fileName) fields.set(FILE_NAME, fileName);
      allowLongBody(request.raw);
      // The reader gets the error from the stream; without a reader, ignore it.
      stream.on('error', () => undefined);
      handOver();
    });
    parser.on('error', fail);
    parser.on('finish', handOver);
    // A pipe does not report that its source was cut off.
    payload.once('close', () => {
      if (!payload.readableEnded) fail();
    });
    payload.pipe(parser);
  });
}

/** `undefined` if the library cannot parse the boundary. */
function parserOf(headers: FastifyRequest['headers'], contentType: string): InstanceType<typeof Busboy> | undefined {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      isPartAFile: (name) => name === FILE_FIELD,
      limits: LIMITS,
    });
  } catch {
    return undefined;
  }
}

function invalidForm(): UnreadBody {
  const message = 'The form could not be read: it was cut off, or is malformed.';
  return new UnreadBody({ field: WHOLE, message });
}
