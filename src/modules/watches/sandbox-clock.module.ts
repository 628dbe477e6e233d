import { Module } from '@nestjs/common';
import { SandboxClockController } from './sandbox-clock.controller.js';
import { WatchesModule } from './watches.module.js';

/** In sandbox mode the clock of the registers can be read and moved. */
@Module({ imports: [WatchesModule], controllers: [SandboxClockController] })
export class SandboxClockModule {}
