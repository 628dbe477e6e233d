import { Module } from '@nestjs/common';
import { setting } from '../settings/settings.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsToken } from './metrics-token.js';

/** Imported in every role. */
@Module({
  controllers: [MetricsController],
  providers: [setting(MetricsToken, ({ metricsToken }) => new MetricsToken(metricsToken))],
})
export class MetricsModule {}
