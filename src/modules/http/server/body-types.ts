import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../../core/errors.js';
import { InvalidRequest } from '../../../core/invalid-request.js';

export const JSON_BODY = 'application/json';
export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
/** In place of a type that is none. */
export const NO_TYPE = 'none/none';
const NDJSON = 'application/x-ndjson';

/** What programs call CSV, or a file of which they do not know what it is. */
const CSV_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain', 'application/octet-stream'];
export const FILE_TYPES: readonly string[] = [...CSV_TYPES, NDJSON];

/** Of workbooks; `application/vnd.ms-excel` also names CSV, and its bytes say which it is. */
const WORKBOOKS = /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-excel\.)/;

const EXPECTED = {
  json: 'The body must be JSON: send Content-Type: application/json.',
  form: `The body must be a form: send Content-Type: ${FORM}.`,
  upload: `The body must be a form: send Content-Type: ${MULTIPART}.`,
  file: `The body must be a file: send it with Content-Type: text/csv or ${NDJSON}.`,
};

/** Which format a file is in that is of one of `FILE_TYPES`. */
export function fileFormat(request: FastifyRequest): 'csv' | 'ndjson' {
  return request.mediaType === NDJSON ? 'ndjson' : 'csv';
}

/** That the route takes no body of this type, and which it takes. */
export function wrongType(request: FastifyRequest): Problem {
  const { reads = 'json' } = request.routeConfig;
  const takes = reads in EXPECTED ? EXPECTED[reads as keyof typeof EXPECTED] : EXPECTED.json;
  const isWorkbook = reads === 'file' && WORKBOOKS.test(request.mediaType ?? '');
  const message = isWorkbook ? `The file is a workbook: save it as CSV. ${takes}` : takes;
  return { location: 'header', field: 'Content-Type', message };
}

/** In place of a body that cannot be read: why not, in words for the caller. */
export class UnreadableBody extends InvalidRequest {}

/** One of which more may still arrive, which nothing reads. */
export class UnreadBody extends UnreadableBody {}
