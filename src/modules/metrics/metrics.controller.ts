import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { Metrics } from '../../core/metrics/ports.js';
import { Public } from '../auth/access.decorators.js';
import { CrossOrigin } from '../http/route.decorators.js';
import { Operation, PLAIN_TEXT } from '../openapi/operation.decorator.js';
import { MetricsToken } from './metrics-token.js';

@ApiTags('Operations')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly token: MetricsToken,
  ) {}

  @Get()
  @Public()
  @CrossOrigin()
  @Operation({
    id: 'readMetrics',
    summary: 'Read the metrics',
    description:
      'In the text format of Prometheus. Needs `Authorization: Bearer METRICS_TOKEN` if the operator has set one.',
    answers: { 200: PLAIN_TEXT },
    errors: ['UNAUTHORIZED'],
  })
  async page(
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.token.require(authorization);
    const { contentType, text } = await this.metrics.page();
    void reply.type(contentType);
    return text;
  }
}
