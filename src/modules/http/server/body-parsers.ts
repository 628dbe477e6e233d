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
 * Reads each body in the way that its route asks for. One that cannot be read is an
 * `UnreadableBody`: a value like any other, which the last of the guards refuses.
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
    // Fastify would refuse these two before the guards.
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

/** Drains what no reader is left for, so that the connection can be reused. */
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

/** How long the file of an upload may take to arrive, our reading of it included. */
export const UPLOAD_LIMIT_MS = 10 * 60_000;

/**
 * Ends a request whose body does not arrive in time. Node limits all requests alike, and a file
 * takes as long as it takes us to read it. Most bodies come with their headers and are complete a
 * moment later: only the others are timed.
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

/** As Node says it. */
function timedOut(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** Throws `UnreadableBody` for one that is too large, cut off or not UTF-8. */
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

/** Throws `UnreadableBody` where the Content-Type names another charset than UTF-8. */
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
 * The value of a JSON body; `undefined` for an empty one, which many clients send with a DELETE.
 * Throws a `SyntaxError` for what is not JSON, or sets a prototype.
 */
export function parseJsonText(text: string): unknown {
  return text === '' ? undefined : (parse(text, null, { protoAction: 'error', constructorAction: 'error' }) as unknown);
}

/** Neighbouring bytes written as `%C3%A9`: the escapes of a character come together. */
const ENCODED_BYTES = /(?:%[0-9a-f]{2})+/gi;

/**
 * The fields of an HTML form; throws `UnreadableBody` for bytes that are not UTF-8, and for
 * thousands of fields, which no page has and which would keep this process busy.
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
