import 'reflect-metadata';
import {
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { isKeyKnown, knownEntities, tellUrl } from './known-entities.js';

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isKeyKnown(headers['x-api-key'])) throw new UnauthorizedException();
    return true;
  }
}

@Controller('v1/entity')
@UseGuards(KeyGuard)
class EntityController {
  @Get(':id')
  entity(@Param('id') id: string): object {
    const entity = knownEntities.get(id);
    if (!entity) throw new NotFoundException();
    return entity;
  }
}

@Module({ controllers: [EntityController] })
class EdgeModule {}

const app = await NestFactory.create<NestFastifyApplication>(EdgeModule, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
tellUrl(await app.getUrl());
