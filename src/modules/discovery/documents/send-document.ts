import type { FastifyReply, FastifyRequest } from 'fastify';
import { encoded, encodingFor, type Published } from './published.js';

const CACHE = 'public, max-age=3600';
/** For information about the current state. */
export const BRIEF_CACHE = 'public, max-age=60';

/** Serves a document like a file: cacheable, with ETag, compressed, readable from any origin. */
export async function sendDocument(
  document: Published,
  request: FastifyRequest,
  reply: FastifyReply,
  cache = CACHE,
): Promise<void> {
  const encoding = encodingFor(document, request.headers['accept-encoding']);
  const etag = encoding === undefined ? document.etag : document.etag.replace(/"$/, `-${encoding}"`);
  const { vary, ...headers } = document.headers;
  void reply
    .headers({
      'cache-control': cache,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Link',
      vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
    })
    .headers({ etag, ...headers });
  if (isKnown(request.headers['if-none-match'], etag)) {
    await reply.status(304).send();
    return;
  }
  void reply.type(document.type);
  if (encoding === undefined) await reply.send(document.bytes);
  else await reply.header('content-encoding', encoding).send(await encoded(document, encoding));
}

/** RFC 9110, section 13.1.2: weak comparison. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
