import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities, Snapshots } from '../../core/entities/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { Transaction } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { EntitiesController } from './entities.controller.js';

@Module({
  controllers: [EntitiesController],
  providers: [wire(ReadEntity, Entities, Snapshots), wire(ReadHistory, Entities, Snapshots, Ledger, Transaction)],
  exports: [ReadEntity, ReadHistory],
})
export class EntitiesModule {}
