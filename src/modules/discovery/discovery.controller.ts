import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JSON_TYPE } from '../http/answers/answer-headers.js';
import { Public, PerAddress } from '../auth/access.decorators.js';
import { Operation } from '../openapi/operation.decorator.js';
import { JurisdictionsQuery } from './discovery.dto.js';
import { configAnswer, jurisdictionsAnswer, JurisdictionsShape, ConfigShape } from './discovery.response.js';
import { published, type Published } from './documents/published.js';
import { BRIEF_CACHE, sendDocument } from './documents/send-document.js';
import { ServiceFacts } from '../settings/service-facts.js';

/** The same for every caller, so briefly cacheable. */
@ApiTags('Facts')
@Controller('v1')
export class DiscoveryController {
  private readonly latest = new Map<string, Published>();

  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('jurisdictions')
  @Public()
  @PerAddress('open')
  @Operation({
    id: 'listJurisdictions',
    summary: 'List the jurisdictions',
    description: 'With the tiers and the present state of each register. Needs no key.',
    answers: { 200: JurisdictionsShape },
    headers: ['ETag'],
  })
  listJurisdictions(@Query() query: JurisdictionsQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.send(jurisdictionsAnswer(this.facts, this.jurisdictions.list(query)), request, reply);
  }

  @Get('config')
  @Public()
  @PerAddress('open')
  @Operation({
    id: 'getConfig',
    summary: 'Read prices, packages and limits',
    description: 'Needs no key.',
    answers: { 200: ConfigShape },
    headers: ['ETag'],
  })
  config(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.send(configAnswer(this.facts, this.jurisdictions.list()), request, reply);
  }

  /** Reuses the previous document if unchanged, so that it is not compressed again. */
  private async send(answer: object, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = request.pattern ?? '';
    const now = published(JSON_TYPE, JSON.stringify(answer));
    const before = this.latest.get(path);
    const document = before?.etag === now.etag ? before : now;
    this.latest.set(path, document);
    await sendDocument(document, request, reply, BRIEF_CACHE);
  }
}
