import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { AskedBusinesses, Entities, Snapshots } from '../../core/entities/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadRelated } from '../../core/entities/read-related.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Registries } from '../../core/registries/ports.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { EntitiesController } from './entities.controller.js';

@Module({
  imports: [IdempotencyModule, JurisdictionsModule],
  controllers: [EntitiesController],
  providers: [
    wire(ReadEntity, Entities, Snapshots),
    wire(ReadRelated, Entities, AskedBusinesses, Registries, Jurisdictions),
    wire(ReadHistory, Entities, Snapshots, Ledger, Transaction, RunIdempotently),
  ],
  exports: [ReadEntity, ReadHistory],
})
export class EntitiesModule {}
