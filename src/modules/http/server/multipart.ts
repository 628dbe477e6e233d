import type { Readable } from 'node:stream';
import { InvalidRequest, WHOLE } from '../../../core/invalid-request.js';
import { Busboy } from '@fastify/busboy';
import { errorCodes, type FastifyRequest } from 'fastify';
import { MULTIPART } from './body-types.js';

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

/** Hands a form over as soon as its file begins, so that the file is never in memory as a whole. */
export function readForm(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, form?: UploadedForm) => void,
): void {
  const contentType = request.headers['content-type'] ?? MULTIPART;
  if (!/;\s*boundary=/i.test(contentType)) {
    payload.resume();
    done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(contentType));
    return;
  }
  const fields = new Map<string, string>();
  let file: Readable | undefined;
  let isHandedOver = false;
  const handOver = (error: Error | null) => {
    if (isHandedOver) return;
    isHandedOver = true;
    if (error) done(error);
    else done(null, { ...Object.fromEntries(fields), ...(file && { file }) });
  };
  const parser = parserOf(request.headers, contentType);
  if (!parser) {
    payload.resume();
    done(invalidForm());
    return;
  }
  const fail = () => {
    handOver(invalidForm());
    file?.destroy(invalidForm());
  };
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) fail();
    else fields.set(name, value);
  });
  parser.on('file', (_name, stream, fileName?: string) => {
    file = stream;
    if (fileName) fields.set(FILE_NAME, fileName);
    // Who reads it learns of it from the reading; when nobody does, nobody has to.
    stream.on('error', () => undefined);
    handOver(null);
  });
  parser.on('error', fail);
  parser.on('finish', () => handOver(null));
  // A pipe does not say that its source was cut off.
  payload.once('close', () => {
    if (!payload.readableEnded) fail();
  });
  payload.pipe(parser);
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

function invalidForm(): InvalidRequest {
  const message = 'The form could not be read: it was cut off, or is malformed.';
  return new InvalidRequest({ location: 'body', field: WHOLE, message });
}
