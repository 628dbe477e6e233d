import { Module } from '@nestjs/common';
import { wireWith } from '../http/wire.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsToken } from './metrics-token.js';

/** Imported in every role. */
@Module({
  controllers: [MetricsController],
  providers: [wireWith(({ metricsToken }) => metricsToken, MetricsToken)],
})
export class MetricsModule {}
