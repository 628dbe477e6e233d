import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from '../../http/answers/accept.js';
import { AGENT_DOCUMENT_PATHS } from './agent-documents.js';
import { Documents } from './documents.js';
import { GUIDE_PATHS } from '../guides/guides.js';
import { sendDocument } from './send-document.js';
import { REFERENCE_PATHS } from './reference-page.js';
import { SKILL_PATHS } from './skills.js';

const PATHS = [
  '/',
  '/index.md',
  '/index.html',
  '/llms.txt',
  '/openapi.json',
  '/openapi.yaml',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  ...AGENT_DOCUMENT_PATHS,
  ...SKILL_PATHS,
  ...REFERENCE_PATHS,
  ...GUIDE_PATHS,
];

const ENTRY = { json: '/', markdown: '/index.md', html: '/index.html' };

/** The service's public documents, served like files: with caching, ETags and HEAD. */
@Controller()
export class DocumentsController {
  constructor(private readonly documents: Documents) {}

  @Get(PATHS)
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.routeOptions.url ?? '/';
    const document = path === '/' ? ENTRY[preferredType(request.headers.accept)] : path;
    await sendDocument(this.documents.at(document), request, reply);
  }
}
