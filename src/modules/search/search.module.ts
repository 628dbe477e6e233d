import { Module } from '@nestjs/common';
import { Suggest } from '../../core/search/suggest.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { SearchEntities, SearchWait } from '../../core/search/search-entities.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { setting } from '../settings/settings.js';
import { VerificationModule } from '../verification/verification.module.js';
import { SuggestController } from './suggest.controller.js';
import { SearchController } from './search.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule, VerificationModule],
  controllers: [SearchController, SuggestController],
  providers: [ReadSearch, Suggest, setting(SearchWait, ({ searchWaitMs }) => ({ ms: searchWaitMs })), SearchEntities],
  exports: [ReadSearch, SearchEntities, Suggest],
})
export class SearchModule {}
