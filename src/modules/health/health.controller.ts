import {
  Controller,
  Get,
  UseFilters,
  Catch,
  ServiceUnavailableException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { HealthCheck, HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Readiness } from '../../core/health.js';
import { Public } from '../auth/access.decorators.js';
import { CrossOrigin } from '../http/route.decorators.js';
import { Operation } from '../openapi/operation.decorator.js';
import {
  healthAnswer,
  liveAnswer,
  readyAnswer,
  LiveShape,
  ReadyShape,
  NotReadyShape,
  HealthyShape,
  UnhealthyShape,
} from './health.response.js';

/** All responses are already marked as uncacheable, and the contract documents them. */
const PLAIN = { noCache: false, swaggerDocumentation: false };

/** Returns the findings of a failed health check in the documented format. */
@Catch(ServiceUnavailableException)
class NotReadyFilter implements ExceptionFilter<ServiceUnavailableException> {
  constructor(private readonly answer: (result: HealthCheckResult) => object) {}

  catch(failed: ServiceUnavailableException, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(failed.getStatus()).send(this.answer(failed.getResponse() as HealthCheckResult));
  }
}

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly readiness: Readiness,
  ) {}

  /** Liveness and readiness together, for people. */
  @Get()
  @HealthCheck(PLAIN)
  @UseFilters(new NotReadyFilter(healthAnswer))
  @Public()
  @CrossOrigin()
  @Operation({
    id: 'checkHealth',
    summary: 'Check its health, for people',
    description: 'Liveness and readiness in one answer.',
    answers: { 200: HealthyShape, 503: UnhealthyShape },
  })
  async both() {
    return healthAnswer(await this.check());
  }

  @Get('live')
  @Public()
  @CrossOrigin()
  @Operation({
    id: 'checkLive',
    summary: 'Check whether the process is alive',
    description: 'Checks no dependencies.',
    answers: { 200: LiveShape },
  })
  live() {
    return liveAnswer();
  }

  @Get('ready')
  @HealthCheck(PLAIN)
  @UseFilters(new NotReadyFilter(readyAnswer))
  @Public()
  @CrossOrigin()
  @Operation({
    id: 'checkReady',
    summary: 'Check whether it can serve requests',
    description: 'Checks every dependency, each within two seconds.',
    answers: { 200: ReadyShape, 503: NotReadyShape },
  })
  async ready() {
    return readyAnswer(await this.check());
  }

  private check() {
    return this.health.check([() => this.readiness.findings()]);
  }
}
