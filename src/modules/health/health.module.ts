import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';

/** `CheckHealth` comes from the composition, which knows what there is to probe. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
