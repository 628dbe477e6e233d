import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { InvalidRequest, problem, WHOLE } from '../../../core/invalid-request.js';
import { FILE_TYPES, FORM, mediaTypeOf, MULTIPART } from './body-types.js';
import { readForm } from './multipart.js';

const MAX_FORM_FIELDS = 1_000;

/**
 * Bodies are read as text and parsed after the guards, so that a malformed one counts and carries
 * the account headers like any other.
 */
export function readBodiesAsText(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    read(done, () => readUtf8(request, body));
  });
  server.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const { reads } = request.routeConfig;
    if (reads === 'form' || reads === 'upload') read(done, () => readFormFields(readUtf8(request, body)));
    else if (reads === 'anything') read(done, () => readUtf8(request, body));
    else handOn(FORM, request, '', done);
  });
  server.addContentTypeParser(MULTIPART, (request, payload, done) => {
    if (request.routeConfig.reads === 'upload') readForm(request, payload, done);
    else passBy(request, payload, done);
  });
  letUnreadFilesPass(server);
  server.addContentTypeParser([...FILE_TYPES], (request, payload, done) => {
    if (request.routeConfig.reads === 'file') return readFile(request, payload, done);
    passBy(request, payload, done);
  });
  server.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    handOn(request.headers['content-type'] ?? 'none', request, body, done);
  });
}

/**
 * What nobody reads any more once there is an answer is let pass by, so that the connection can be
 * used again.
 */
function letUnreadFilesPass(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const reads = route.config?.reads;
    if (reads !== 'upload' && reads !== 'file') return;
    const refused = reads === 'file' ? [refuseOtherTypes] : [];
    route.onRequest = [route.onRequest ?? [], letPassOnceAnswered, ...refused].flat();
  });
}

function letPassOnceAnswered({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.raw.once('finish', () => {
    raw.unpipe();
    raw.resume();
  });
  done();
}

/** Before it is read: what is no file may be as large as one. */
function refuseOtherTypes(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  const type = mediaTypeOf(request);
  done(FILE_TYPES.includes(type) ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
}

type Done = (error: Error | null, body?: unknown) => void;

function read(done: Done, body: () => unknown): void {
  let value: unknown;
  try {
    value = body();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, value);
}

/** For the route to read as it arrives. */
function readFile(request: FastifyRequest, payload: IncomingMessage, done: Done): void {
  read(done, () => {
    requireUtf8Charset(request);
    return payload;
  });
}

/** Nobody reads it: it is let pass by, so that the connection can be used again. */
function passBy(request: FastifyRequest, payload: IncomingMessage, done: Done): void {
  payload.resume();
  handOn(request.headers['content-type'] ?? 'none', request, '', done);
}

function handOn(type: string, { routeConfig }: FastifyRequest, body: string | Buffer, done: Done): void {
  if (routeConfig.reads === 'anything') done(null, body);
  else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
}

/** How long the file of an upload may take to arrive, our reading of it included. */
export const UPLOAD_LIMIT_MS = 10 * 60_000;

/**
 * Ends a request whose body does not arrive in time. Node limits all requests alike, and a file
 * takes as long as it takes us to read it. Most bodies come with their headers and are complete a
 * moment later: only the others are timed.
 */
export function limitBodies(server: FastifyInstance, limitMs: number): void {
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

/**
 * A body that was refused before the guards were reached. The request passes them all the same, and
 * what they say comes first.
 */
export class UnreadableBody extends InvalidRequest {}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const UTF_8 = /^utf-?8$/i;
/**
 * Neighbouring bytes of a form that are written as `%C3%A9`: a character is never written half in
 * another way.
 */
const ENCODED_BYTES = /(?:%[0-9a-f]{2})+/gi;

/** The text of a body; throws `UnreadableBody` for one that is not UTF-8, or says so of itself. */
function readUtf8(request: FastifyRequest, body: Buffer): string {
  requireUtf8Charset(request);
  if (!isUtf8(body)) throw notUtf8();
  return body.toString('utf8');
}

/** Throws `UnreadableBody` where the Content-Type names another charset than UTF-8. */
function requireUtf8Charset({ headers }: FastifyRequest): void {
  const [, charset] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  if (charset === undefined || UTF_8.test(charset)) return;
  throw new UnreadableBody(problem('header', 'Content-Type', 'must name no charset but utf-8'));
}

/**
 * The fields of an HTML form; throws `UnreadableBody` for bytes that are not UTF-8, and for
 * thousands of fields, which no page has and which would keep this process busy.
 */
function readFormFields(text: string): Record<string, string> {
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
