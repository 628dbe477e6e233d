import { Controller, Get, ServiceUnavailableException, Res } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult, type HealthIndicatorResult } from '@nestjs/terminus';
import type { FastifyReply } from 'fastify';
import { Readiness, type Finding, type HealthIndicator } from '../../core/health.js';
import { Contract } from '../http/contract.js';
import { healthAnswer, liveAnswer, readyAnswer, CHECK_HEALTH, CHECK_LIVE, CHECK_READY } from './health.response.js';

@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly health: HealthCheckService,
  ) {}

  @Get('live')
  @Contract({ access: 'open', doc: CHECK_LIVE })
  live() {
    return liveAnswer();
  }

  @Get('ready')
  @Contract({ access: 'open', doc: CHECK_READY })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { status, details } = await this.findings();
    void reply.status(status === 'ok' ? 200 : 503);
    // Readiness knows no status but up and down.
    return readyAnswer(status === 'ok', details as Record<string, Finding>);
  }

  /** Both at once, for people. */
  @Get()
  @Contract({ access: 'open', doc: CHECK_HEALTH })
  async both(@Res({ passthrough: true }) reply: FastifyReply) {
    return healthAnswer(await this.ready(reply), process.uptime());
  }

  private async findings(): Promise<HealthCheckResult> {
    try {
      return await this.health.check(this.readiness.probes.map((probe) => () => this.indicator(probe)));
    } catch (error) {
      if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
      throw error;
    }
  }

  private async indicator(probe: HealthIndicator): Promise<HealthIndicatorResult> {
    return { [probe.name]: await this.readiness.ask(probe) };
  }
}
