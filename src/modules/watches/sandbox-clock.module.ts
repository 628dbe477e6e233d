import { Module } from '@nestjs/common';
import { SandboxClockController } from './sandbox-clock.controller.js';
import { WatchesModule } from './watches.module.js';

@Module({ imports: [WatchesModule], controllers: [SandboxClockController] })
export class SandboxClockModule {}
