import { Controller, Get, UseFilters } from '@nestjs/common';
import { HealthCheck, HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import type { Finding } from '../../core/health.js';
import { Contract } from '../http/contract.js';
import { DependenciesIndicator } from './dependencies.indicator.js';
import { healthAnswer, liveAnswer, readyAnswer, CHECK_HEALTH, CHECK_LIVE, CHECK_READY } from './health.response.js';
import { NotReadyFilter } from './not-ready.filter.js';

/** Every answer says already that no cache may keep it, and the contract documents it. */
const PLAIN = { noCache: false, swaggerDocumentation: false };

/** Dependencies have no status but up and down. */
const readyBody = ({ status, details }: HealthCheckResult) =>
  readyAnswer(status === 'ok', details as Record<string, Finding>);

const healthBody = (result: HealthCheckResult) => healthAnswer(readyBody(result), process.uptime());

@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly dependencies: DependenciesIndicator,
  ) {}

  @Get('live')
  @Contract({ access: 'open', doc: CHECK_LIVE })
  live() {
    return liveAnswer();
  }

  @Get('ready')
  @HealthCheck(PLAIN)
  @UseFilters(new NotReadyFilter(readyBody))
  @Contract({ access: 'open', doc: CHECK_READY })
  async ready() {
    return readyBody(await this.health.check(this.dependencies.checks()));
  }

  /** Both at once, for people. */
  @Get()
  @HealthCheck(PLAIN)
  @UseFilters(new NotReadyFilter(healthBody))
  @Contract({ access: 'open', doc: CHECK_HEALTH })
  async both() {
    return healthBody(await this.health.check(this.dependencies.checks()));
  }
}
