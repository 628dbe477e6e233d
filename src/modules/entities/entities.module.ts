import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities, Snapshots } from '../../core/entities/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { Transaction } from '../../core/ports.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { EntitiesController } from './entities.controller.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [EntitiesController],
  providers: [
    wire(ReadEntity, Entities, Snapshots),
    wire(ReadHistory, Entities, Snapshots, Ledger, Transaction, RunIdempotently),
  ],
  exports: [ReadEntity, ReadHistory],
})
export class EntitiesModule {}
