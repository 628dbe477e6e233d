import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefersMarkdown } from './accept.js';
import { AGENT_DOCUMENT_PATHS } from './agent-documents.js';
import { Documents } from './documents.js';
import { REFERENCE_PATHS } from './reference-page.js';
import { SKILL_PATHS } from './skills.js';

const PATHS = [
  '/',
  '/index.md',
  '/llms.txt',
  '/openapi.json',
  '/openapi.yaml',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  ...AGENT_DOCUMENT_PATHS,
  ...SKILL_PATHS,
  ...REFERENCE_PATHS,
];
const CACHE = 'public, max-age=3600';

/** What the service says of itself, served as files are: cached, compared, asked for by HEAD. */
@Controller()
export class DocumentsController {
  constructor(private readonly documents: Documents) {}

  @Get(PATHS)
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const path = request.routeOptions.url ?? '/';
    const markdown = path === '/' && prefersMarkdown(request.headers.accept);
    const document = this.documents.at(markdown ? '/index.md' : path);
    void reply
      .headers({
        'cache-control': CACHE,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Link',
      })
      .headers({ etag: document.etag, ...document.headers });
    if (isKnown(request.headers['if-none-match'], document.etag)) void reply.status(304).send();
    else void reply.type(document.type).send(document.bytes);
  }
}

/** RFC 9110, section 13.1.2: compared weakly. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
