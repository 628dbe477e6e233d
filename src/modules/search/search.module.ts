import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Searches } from '../../core/search/ports.js';
import { Suggest } from '../../core/search/suggest.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { Retrievals } from '../../core/verification/ports.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wireWith } from '../http/wire.js';
import { VerificationModule } from '../verification/verification.module.js';
import { SuggestController } from './suggest.controller.js';
import { SearchController } from './search.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule, VerificationModule],
  controllers: [SearchController, SuggestController],
  providers: [
    ReadSearch,
    Suggest,
    wireWith(
      ({ searchWaitMs }) => searchWaitMs,
      SearchEntities,
      Jurisdictions,
      Entities,
      Ledger,
      Retrievals,
      Searches,
      Transaction,
      Tasks,
      AccountLimiter,
      RunIdempotently,
    ),
  ],
  exports: [ReadSearch, SearchEntities, Suggest],
})
export class SearchModule {}
