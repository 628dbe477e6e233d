import type { Readable } from 'node:stream';
import { WHOLE } from '../../../core/invalid-request.js';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { MULTIPART, wrongType, UnreadBody } from './body-types.js';

/**
 * The field of a form that carries its file, or a text in place of one. It stands last: what
 * follows it is not read.
 */
export const FILE_FIELD = 'file';
/** Under this the form has what its file is called, where a browser said. */
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

/** What a form with a file brought: its fields as text, and the file as it arrives. */
export type UploadedForm = Readonly<Record<string, string | Readable>>;

/**
 * Hands a form over as soon as its file begins, so that the file is never in memory as a whole.
 * Throws `UnreadBody` for one that is cut off or malformed.
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
      // Its reader learns of it from the reading; without a reader nobody has to.
      stream.on('error', () => undefined);
      handOver();
    });
    parser.on('error', fail);
    parser.on('finish', handOver);
    // A pipe does not say that its source was cut off.
    payload.once('close', () => {
      if (!payload.readableEnded) fail();
    });
    payload.pipe(parser);
  });
}

/** `undefined` where the library cannot make sense of the boundary. */
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
  return new UnreadBody({ location: 'body', field: WHOLE, message });
}
