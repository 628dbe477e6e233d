import { Module } from '@nestjs/common';
import { wireWith } from '../http/wire.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsToken } from './metrics-token.js';

/** Where a process is watched from; every role has it. */
@Module({
  controllers: [MetricsController],
  providers: [wireWith(({ metricsToken }) => metricsToken, MetricsToken)],
})
export class MetricsModule {}
