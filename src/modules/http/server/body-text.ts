import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { InvalidRequest, problem, WHOLE } from '../../../core/invalid-request.js';

/** A body that was refused before the guards were reached. The request passes them all the same, and what they say comes first. */
export class UnreadableBody extends InvalidRequest {}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const UTF_8 = /^utf-?8$/i;
/** Neighbouring bytes of a form that are written as `%C3%A9`: a character is never written half in another way. */
const ENCODED_BYTES = /(?:%[0-9a-f]{2})+/gi;

/** The text of a body; throws `UnreadableBody` for one that is not UTF-8, or says so of itself. */
export function readUtf8(request: FastifyRequest, body: Buffer): string {
  requireUtf8Charset(request);
  if (!isUtf8(body)) throw notUtf8();
  return body.toString('utf8');
}

/** Throws `UnreadableBody` where the Content-Type names another charset than UTF-8. */
export function requireUtf8Charset({ headers }: FastifyRequest): void {
  const [, charset] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  if (charset === undefined || UTF_8.test(charset)) return;
  throw new UnreadableBody(problem('header', 'Content-Type', 'must name no charset but utf-8'));
}

/** The fields of an HTML form; throws `UnreadableBody` for bytes that are not UTF-8. */
export function readFormFields(text: string): Record<string, string> {
  for (const [bytes] of text.matchAll(ENCODED_BYTES)) {
    if (!isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'))) throw notUtf8();
  }
  return Object.fromEntries(new URLSearchParams(text));
}

function notUtf8(): UnreadableBody {
  return new UnreadableBody(problem('body', WHOLE, 'is not UTF-8'), { suggestion: 'Send the body encoded as UTF-8.' });
}
