import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { InvalidRequest, type Problem } from '../../../core/invalid-request.js';
import { at } from '../answers/places.js';

export const JSON_BODY = 'application/json';
export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
/** Replaces an invalid type. */
export const NO_TYPE = 'none/none';
const NDJSON = 'application/x-ndjson';

/** Types that programs use for CSV or for files of unknown type. */
const CSV_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain', 'application/octet-stream'];
export const FILE_TYPES: readonly string[] = [...CSV_TYPES, NDJSON];

/** `application/vnd.ms-excel` is also used for CSV; its bytes show which it is. */
const WORKBOOKS = /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-excel\.)/;

const EXPECTED = {
  json: 'The body must be JSON: send Content-Type: application/json.',
  form: `The body must be a form: send Content-Type: ${FORM}.`,
  upload: `The body must be a form: send Content-Type: ${MULTIPART}.`,
  file: `The body must be a file: send it with Content-Type: text/csv or ${NDJSON}.`,
};

export function fileFormat(request: FastifyRequest): 'csv' | 'ndjson' {
  return request.mediaType === NDJSON ? 'ndjson' : 'csv';
}

export function wrongType(request: FastifyRequest): Problem {
  const { reads = 'json' } = request.routeConfig;
  const takes = reads in EXPECTED ? EXPECTED[reads as keyof typeof EXPECTED] : EXPECTED.json;
  const isWorkbook = reads === 'file' && WORKBOOKS.test(request.mediaType ?? '');
  const message = isWorkbook ? `The file is a workbook: save it as CSV. ${takes}` : takes;
  return at('header', { field: 'Content-Type', message });
}

/** Replaces an unreadable body, with the reason for the caller. */
export class UnreadableBody extends InvalidRequest {}

/** More of the body may still arrive, and nothing reads it. */
export class UnreadBody extends UnreadableBody {}

const longBodies = new WeakSet<IncomingMessage>();

/** From now on, the body needs a least rate instead of an end within the limit. */
export function allowLongBody(raw: IncomingMessage): void {
  longBodies.add(raw);
}

export const isLongBody = (raw: IncomingMessage) => longBodies.has(raw);
