import { Module } from '@nestjs/common';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';

@Module({ providers: [RunIdempotently], exports: [RunIdempotently] })
export class IdempotencyModule {}
