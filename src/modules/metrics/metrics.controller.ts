import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Metrics } from '../../core/metrics/ports.js';
import { Contract } from '../http/contract.js';
import { MetricsToken } from './metrics-token.js';
import { READ_METRICS } from './metrics.response.js';

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly token: MetricsToken,
  ) {}

  @Get()
  @Contract({ access: 'open', doc: READ_METRICS })
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
