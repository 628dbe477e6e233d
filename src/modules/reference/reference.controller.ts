import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { stringify } from 'yaml';
import { OwnAddress } from '../../core/own-address.js';
import { ServiceFacts } from '../discovery/service-facts.js';
import { openApiDocument } from './openapi.js';
import { Routes } from './routes.js';

@Controller()
export class ReferenceController {
  constructor(
    private readonly routes: Routes,
    private readonly address: OwnAddress,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('openapi.json')
  json(@Res({ passthrough: true }) reply: FastifyReply) {
    void reply.type('application/json; charset=utf-8');
    return JSON.stringify(this.document());
  }

  @Get('openapi.yaml')
  yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    void reply.type('application/yaml; charset=utf-8');
    return stringify(this.document(), { aliasDuplicateObjects: false, lineWidth: 140 });
  }

  private document() {
    return openApiDocument(this.routes.documented(), {
      version: this.facts.version,
      registryMode: this.facts.registryMode,
      url: this.address.of(''),
      oauth: this.routes.serves('/.well-known/oauth-authorization-server'),
    });
  }
}
