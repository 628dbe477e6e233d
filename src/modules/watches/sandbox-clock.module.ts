import { Module } from '@nestjs/common';
import { Jobs } from '../../core/ports.js';
import { SandboxClock } from '../../core/watches/ports.js';
import { SetClock } from '../../core/watches/clock/set-clock.js';
import { wire } from '../http/wire.js';
import { SandboxClockController } from './sandbox-clock.controller.js';

/** In sandbox mode the clock of the registers can be read and moved. */
@Module({ controllers: [SandboxClockController], providers: [wire(SetClock, SandboxClock, Jobs)] })
export class SandboxClockModule {}
