import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';

/** Where a process is watched from; every role has it. */
@Module({ controllers: [MetricsController] })
export class MetricsModule {}
