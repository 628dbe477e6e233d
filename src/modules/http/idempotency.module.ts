import { Module } from '@nestjs/common';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { wire } from './wire.js';

@Module({ providers: [wire(RunIdempotently, IdempotencyRecords)], exports: [RunIdempotently] })
export class IdempotencyModule {}
