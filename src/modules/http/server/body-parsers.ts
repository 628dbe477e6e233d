import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { problem, WHOLE } from '../../../core/invalid-request.js';
import {
  FILE_TYPES,
  FORM,
  JSON_BODY,
  MULTIPART,
  NO_TYPE,
  wrongType,
  UnreadableBody,
  UnreadBody,
} from './body-types.js';
import { readForm } from './multipart.js';

const BODY_LIMIT_BYTES = 100_000;
const MAX_FORM_FIELDS = 1_000;
const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}\\s*(?:;|$)`);

/**
 * Parses each body as its route declares. An unreadable body becomes an `UnreadableBody`, a regular
 * value that the last guard refuses.
 */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    try {
      return await readBody(request, payload);
    } catch (error) {
      if (error instanceof UnreadableBody) return error;
      throw error;
    }
  });
  server.addHook('onRequest', ({ headers, method }, _reply, done) => {
    const type = headers['content-type'];
    // Fastify would refuse these two before the guards run.
    const isNone = type === undefined ? method === 'QUERY' : !MEDIA_TYPE.test(type);
    if (isNone) headers['content-type'] = NO_TYPE;
    done();
  });
  server.addHook('preValidation', ({ body }, reply, done) => {
    if (body instanceof UnreadBody) void reply.header('connection', 'close');
    done();
  });
  server.addHook('onRoute', (route) => {
    const { reads } = route.config ?? {};
    if (reads === 'upload' || reads === 'file') route.onRequest = [route.onRequest ?? [], drainOnceAnswered].flat();
  });
}

/** Drain the unread body so that the connection can be reused. */
function drainOnceAnswered({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.raw.once('finish', () => {
    raw.unpipe();
    raw.resume();
  });
  done();
}

async function readBody(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  const { reads = 'json' } = request.routeConfig;
  const type = request.mediaType ?? '';
  if (type === JSON_BODY && reads === 'json') return parseJson(await readText(request, payload));
  if (type === FORM && (reads === 'form' || reads === 'upload')) return formFields(await readText(request, payload));
  if (type === MULTIPART && reads === 'upload') return readForm(request, payload);
  if (type === JSON_BODY && reads === 'raw') return readText(request, payload);
  if ((type === JSON_BODY || type === FORM) && reads === 'anything') return readText(request, payload);
  if (FILE_TYPES.includes(type) && reads === 'file') {
    requireUtf8Charset(request);
    return payload;
  }
  payload.resume();
  if (reads === 'anything') return '';
  throw new UnreadBody(wrongType(request));
}

/** Time limit of an upload, including our own reading. */
export const UPLOAD_LIMIT_MS = 10 * 60_000;

/**
 * Ends a request whose body does not arrive in time. Node has one limit for all requests, but an
 * upload takes as long as we need to read it. Most bodies arrive with their headers and are
 * complete a moment later: only the others get a timer.
 */
export function endSlowBodies(server: FastifyInstance, limitMs: number): void {
  const time = (raw: IncomingMessage) => {
    if (raw.complete || raw.destroyed) return;
    const end = () => {
      if (!raw.complete) server.server.emit('clientError', timedOut(), raw.socket);
    };
    const timer = setTimeout(end, limitMs);
    raw.once('close', () => clearTimeout(timer));
  };
  server.addHook('onRequest', ({ raw, routeConfig: { reads } }, _reply, done) => {
    const { headers } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && reads !== 'file' && reads !== 'upload') setImmediate(time, raw);
    done();
  });
}

/** The same error as Node's. */
function timedOut(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** Throws `UnreadableBody` if it is too large, cut off or not UTF-8. */
async function readText(request: FastifyRequest, payload: IncomingMessage): Promise<string> {
  const bytes = await readBytes(request, payload);
  requireUtf8Charset(request);
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString('utf8');
}

function readBytes({ headers }: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(new UnreadBody(problem('body', WHOLE, 'is larger than 100 kB')));
    if (Number(headers['content-length']) > BODY_LIMIT_BYTES) return tooLarge();
    const parts: Buffer[] = [];
    let size = 0;
    payload.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= BODY_LIMIT_BYTES) parts.push(part);
      else tooLarge();
    });
    payload.once('end', () => resolve(Buffer.concat(parts)));
    payload.once('error', (cause) => reject(new UnreadBody(problem('body', WHOLE, 'was cut off'), { cause })));
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const UTF_8 = /^utf-?8$/i;

/** Throws `UnreadableBody` if the Content-Type names a charset other than UTF-8. */
function requireUtf8Charset({ headers }: FastifyRequest): void {
  const [, charset] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  if (charset === undefined || UTF_8.test(charset)) return;
  throw new UnreadBody(problem('header', 'Content-Type', 'must name no charset but utf-8'));
}

function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (cause) {
    throw new UnreadableBody(problem('body', WHOLE, 'is not valid JSON'), { cause });
  }
}

/**
 * Parses a JSON body; `undefined` for an empty one, which many clients send with a DELETE. Throws a
 * `SyntaxError` if it is not JSON or sets a prototype.
 */
export function parseJsonText(text: string): unknown {
  return text === '' ? undefined : (parse(text, null, { protoAction: 'error', constructorAction: 'error' }) as unknown);
}

/** Adjacent escapes such as `%C3%A9`: the bytes of one character are adjacent. */
const ENCODED_BYTES = /(?:%[0-9a-f]{2})+/gi;

/**
 * Parses an HTML form. Throws `UnreadableBody` if it is not UTF-8 or has thousands of fields, which
 * no page sends and which would block this process.
 */
function formFields(text: string): Record<string, string> {
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) {
    throw new UnreadableBody(problem('body', WHOLE, `must have at most ${MAX_FORM_FIELDS} fields`));
  }
  for (const [bytes] of text.matchAll(ENCODED_BYTES)) {
    if (!isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'))) throw notUtf8();
  }
  return Object.fromEntries(new URLSearchParams(text));
}

function notUtf8(): UnreadableBody {
  return new UnreadableBody(problem('body', WHOLE, 'is not UTF-8'), { suggestion: 'Send the body encoded as UTF-8.' });
}
