import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefersMarkdown } from './accept.js';
import { AGENT_DOCUMENT_PATHS } from './agent-documents.js';
import { Documents } from './documents.js';
import { sendDocument } from './send-document.js';
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

/** What the service says of itself, served as files are: cached, compared, asked for by HEAD. */
@Controller()
export class DocumentsController {
  constructor(private readonly documents: Documents) {}

  @Get(PATHS)
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.routeOptions.url ?? '/';
    const markdown = path === '/' && prefersMarkdown(request.headers.accept);
    await sendDocument(this.documents.at(markdown ? '/index.md' : path), request, reply);
  }
}
