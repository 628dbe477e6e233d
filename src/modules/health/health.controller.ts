import { Controller, Get, UseFilters } from '@nestjs/common';
import { HealthCheck, HealthCheckService } from '@nestjs/terminus';
import { ApiTags } from '@nestjs/swagger';
import { Readiness } from '../../core/health.js';
import { Public } from '../auth/access.decorators.js';
import { CrossOrigin } from '../http/server/origin.decorators.js';
import { healthAnswer, liveAnswer, readyAnswer } from './health.response.js';
import { NotReadyFilter } from './not-ready.filter.js';
import { ApiCheckLive, ApiCheckReady, ApiCheckHealth } from './health.openapi.js';

/** Every answer says already that no cache may keep it, and the contract documents it. */
const PLAIN = { noCache: false, swaggerDocumentation: false };

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly readiness: Readiness,
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
  @UseFilters(new NotReadyFilter(readyAnswer))
  @Public()
  @CrossOrigin()
  @ApiCheckReady()
  async ready() {
    return readyAnswer(await this.check());
  }

  /** Both at once, for people. */
  @Get()
  @HealthCheck(PLAIN)
  @UseFilters(new NotReadyFilter(healthAnswer))
  @Public()
  @CrossOrigin()
  @ApiCheckHealth()
  async both() {
    return healthAnswer(await this.check());
  }

  private check() {
    return this.health.check([() => this.readiness.findings()]);
  }
}
