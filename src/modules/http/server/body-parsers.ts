import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { problem, WHOLE } from '../../../core/invalid-request.js';
import { at } from '../answers/places.js';
import {
  FILE_TYPES,
  FORM,
  JSON_BODY,
  MULTIPART,
  NO_TYPE,
  allowLongBody,
  isLongBody,
  wrongType,
  UnreadableBody,
  UnreadBody,
} from './body-types.js';
import { whereJsonBreaks } from './json-position.js';
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
}

async function readBody(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  const { reads = 'json' } = request.routeConfig;
  const type = request.mediaType ?? '';
  if (reads === 'nothing') return undefined;
  if (type === JSON_BODY && reads === 'json') return parseJson(await readText(request, payload));
  if (type === FORM && (reads === 'form' || reads === 'upload')) return formFields(await readText(request, payload));
  if (type === MULTIPART && reads === 'upload') return readForm(request, payload);
  if (type === JSON_BODY && reads === 'raw') return readText(request, payload);
  if ((type === JSON_BODY || type === FORM) && reads === 'anything') return readText(request, payload);
  if (FILE_TYPES.includes(type) && reads === 'file') {
    requireUtf8Charset(request);
    allowLongBody(request.raw);
    return payload;
  }
  payload.resume();
  if (reads === 'anything') return '';
  throw new UnreadBody(wrongType(request));
}

/** Time limit of an upload, including our own reading. */
export const UPLOAD_LIMIT_MS = 10 * 60_000;
/** Of a file, in each period of the limit: what the slowest lines send in less than a second. */
const MIN_BYTES = 16_000;

/**
 * Ends a request whose body does not arrive in time. Node has one limit for all requests, but a
 * file takes as long as we need to read it: it only has to keep arriving. Most bodies arrive with
 * their headers and are complete a moment later: only the others get a timer.
 */
export function endSlowBodies(server: FastifyInstance, limitMs: number): void {
  const time = (raw: IncomingMessage) => {
    if (raw.complete || raw.destroyed) return;
    let { bytesRead } = raw.socket;
    const look = (): unknown => {
      if (raw.complete) return clearInterval(timer);
      // Refused already, but the client does not close.
      if (!raw.socket.writable) return raw.socket.destroy();
      const arrived = raw.socket.bytesRead - bytesRead;
      bytesRead += arrived;
      if (isLongBody(raw) && !isTooSlow(raw, arrived)) return;
      return server.server.emit('clientError', timedOut(), raw.socket);
    };
    const timer = setInterval(look, limitMs);
    raw.once('close', () => clearInterval(timer));
  };
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) setImmediate(time, raw);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Bytes that wait for us are not the client's delay. */
function isTooSlow(raw: IncomingMessage, arrived: number): boolean {
  return arrived < MIN_BYTES && raw.readableLength === 0;
}

/** The same error as Node's. */
function timedOut(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** Long enough for a client to read the response, and too short to keep a connection busy. */
const LINGER_MS = 2_000;

/**
 * Decides what becomes of a body that is still arriving when its response is sent. A file of a
 * known caller is drained, so that the connection can be reused. Otherwise the connection is
 * closed: a stranger must not keep it, nor make us read.
 */
export function endUnreadBodies(server: FastifyInstance): void {
  server.addHook('preValidation', ({ body }, reply, done) => {
    if (body instanceof UnreadBody) void reply.header('connection', 'close');
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(raw)) return done(null, payload);
    // A body that arrived with its headers is complete a moment later.
    setImmediate(() => {
      if (!raw.complete) end(request, reply);
      done(null, payload);
    });
  });
}

function end(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, routeConfig, body } = request;
  const streams = routeConfig.reads === 'upload' || routeConfig.reads === 'file';
  // A body is only read once its sender is known.
  if (streams && body !== undefined && !(body instanceof UnreadBody)) {
    reply.raw.once('finish', () => drain(raw));
    return;
  }
  void reply.header('connection', 'close');
  lingerAtClose(raw.socket);
}

function drain(raw: IncomingMessage): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Closes our side after the response, and the rest once the client has read it (RFC 9112, section
 * 9.6): closing at once would reset the connection, and take the response from a client that still
 * sends.
 */
function lingerAtClose(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}

/**
 * Tells a client that waits with its body (`Expect: 100-continue`) to send it once the request has
 * passed all checks that need no body. Node would do so at once.
 */
export function continueLate(server: FastifyInstance): void {
  const { server: http } = server;
  http.on('checkContinue', (request, response) => http.emit('request', request, response));
  // Node would keep the connection, and wait for the body.
  http.on('checkExpectation', (_request, response) => response.writeHead(417, { connection: 'close' }).end());
  server.addHook('preParsing', ({ headers, routeConfig }, reply, _payload, done) => {
    if (headers.expect !== undefined && routeConfig.reads !== 'nothing') reply.raw.writeContinue();
    done();
  });
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
    const tooLarge = () => reject(new UnreadBody(problem(WHOLE, 'is larger than 100 kB')));
    if (Number(headers['content-length']) > BODY_LIMIT_BYTES) return tooLarge();
    const parts: Buffer[] = [];
    let size = 0;
    payload.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= BODY_LIMIT_BYTES) parts.push(part);
      else tooLarge();
    });
    payload.once('end', () => resolve(Buffer.concat(parts)));
    payload.once('error', (cause) => reject(new UnreadBody(problem(WHOLE, 'was cut off'), { cause })));
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const UTF_8 = /^utf-?8$/i;

/** Throws `UnreadableBody` if the Content-Type names a charset other than UTF-8. */
function requireUtf8Charset({ headers }: FastifyRequest): void {
  const [, charset] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  if (charset === undefined || UTF_8.test(charset)) return;
  throw new UnreadBody(at('header', problem('Content-Type', 'must name no charset but utf-8')));
}

function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (cause) {
    const suggestion = whereJsonBreaks(text);
    throw new UnreadableBody(problem(WHOLE, 'is not valid JSON'), { cause, ...(suggestion && { suggestion }) });
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
    throw new UnreadableBody(problem(WHOLE, `must have at most ${MAX_FORM_FIELDS} fields`));
  }
  for (const [bytes] of text.matchAll(ENCODED_BYTES)) {
    if (!isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'))) throw notUtf8();
  }
  return Object.fromEntries(new URLSearchParams(text));
}

function notUtf8(): UnreadableBody {
  return new UnreadableBody(problem(WHOLE, 'is not UTF-8'), { suggestion: 'Send the body encoded as UTF-8.' });
}
