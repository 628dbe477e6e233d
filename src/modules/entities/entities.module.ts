import { Module } from '@nestjs/common';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadRelated } from '../../core/entities/read-related.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { EntitiesController } from './entities.controller.js';

@Module({
  imports: [IdempotencyModule, JurisdictionsModule],
  controllers: [EntitiesController],
  providers: [ReadEntity, ReadRelated, ReadHistory],
  exports: [ReadEntity, ReadHistory],
})
export class EntitiesModule {}
