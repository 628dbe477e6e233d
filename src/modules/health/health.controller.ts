import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CheckHealth } from '../../core/health.js';
import { Contract } from '../http/contract.js';
import { CHECK_LIVE, CHECK_READY } from './health.doc.js';

@Controller('health')
export class HealthController {
  constructor(private readonly health: CheckHealth) {}

  @Get('live')
  @Contract({ access: 'open', doc: CHECK_LIVE })
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @Contract({ access: 'open', doc: CHECK_READY })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { ready, checks } = await this.health.run();
    void reply.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks };
  }
}
