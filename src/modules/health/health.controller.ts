import { Controller, Get, UseFilters } from '@nestjs/common';
import { HealthCheck, HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { ApiTags } from '@nestjs/swagger';
import type { Finding } from '../../core/health.js';
import { Public } from '../auth/access.decorators.js';
import { CrossOrigin } from '../http/server/origin.decorators.js';
import { DependenciesIndicator } from './dependencies.indicator.js';
import { healthAnswer, liveAnswer, readyAnswer } from './health.response.js';
import { NotReadyFilter } from './not-ready.filter.js';
import { ApiCheckLive, ApiCheckReady, ApiCheckHealth } from './health.openapi.js';

/** Every answer says already that no cache may keep it, and the contract documents it. */
const PLAIN = { noCache: false, swaggerDocumentation: false };

/** Dependencies have no status but up and down. */
const readyBody = ({ status, details }: HealthCheckResult) =>
  readyAnswer(status === 'ok', details as Record<string, Finding>);

const healthBody = (result: HealthCheckResult) => healthAnswer(readyBody(result), process.uptime());

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly dependencies: DependenciesIndicator,
  ) {}

  @Get('live')
  @Public()
  @CrossOrigin()
  @ApiCheckLive()
  live() {
    return liveAnswer();
  }

  @Get('ready')
  @HealthCheck(PLAIN)
  @UseFilters(new NotReadyFilter(readyBody))
  @Public()
  @CrossOrigin()
  @ApiCheckReady()
  async ready() {
    return readyBody(await this.health.check(this.dependencies.checks()));
  }

  /** Both at once, for people. */
  @Get()
  @HealthCheck(PLAIN)
  @UseFilters(new NotReadyFilter(healthBody))
  @Public()
  @CrossOrigin()
  @ApiCheckHealth()
  async both() {
    return healthBody(await this.health.check(this.dependencies.checks()));
  }
}
