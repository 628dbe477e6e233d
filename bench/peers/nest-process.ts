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
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { RedisRateLimits } from '../../src/adapters/redis/rate-limits.js';
import { InProcessRateLimits } from '../../src/adapters/in-process/rate-limits.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { RateLimitStorage } from '../../src/modules/auth/rate-limit.guard.js';
import { isKeyKnown, knownEntities, tellUrl } from './known-entities.js';

const LIMIT_PER_MINUTE = 10_000_000;

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isKeyKnown(headers['x-api-key'])) throw new UnauthorizedException();
    return true;
  }
}

class KeyThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker({ headers }: FastifyRequest): Promise<string> {
    return String(headers['x-api-key']);
  }
}

const isLimited = process.env['LIMITED'] === 'true';

/** Nest's throttler with the storage of the service. */
function throttler() {
  const redis = new Redis(process.env['REDIS_URL']!, { enableAutoPipelining: true });
  const local = new InProcessRateLimits({ now: () => new Date() });
  const rateLimits = new RedisRateLimits(redis, process.env['REDIS_PREFIX']!, local, new PrometheusMetrics());
  const throttlers = [{ ttl: 60_000, limit: LIMIT_PER_MINUTE }];
  return ThrottlerModule.forRoot({ throttlers, storage: new RateLimitStorage(rateLimits) });
}

@Controller('v1/entity')
@UseGuards(KeyGuard, ...(isLimited ? [KeyThrottlerGuard] : []))
class EntityController {
  @Get(':id')
  entity(@Param('id') id: string): object {
    const entity = knownEntities.get(id);
    if (!entity) throw new NotFoundException();
    return entity;
  }
}

@Module({ imports: isLimited ? [throttler()] : [], controllers: [EntityController] })
class EdgeModule {}

const app = await NestFactory.create<NestFastifyApplication>(EdgeModule, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
tellUrl(await app.getUrl());
