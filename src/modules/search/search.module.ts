import { Module, type DynamicModule } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Jobs, Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Searches } from '../../core/search/ports.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { SearchEntities, SearchWait } from '../../core/search/search-entities.js';
import { JobReader, Retrievals } from '../../core/verification/ports.js';
import { JurisdictionsModule } from '../discovery/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { SearchController } from './search.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule],
  controllers: [SearchController],
  providers: [
    wire(
      SearchEntities,
      Jurisdictions,
      Entities,
      Ledger,
      Retrievals,
      Searches,
      JobReader,
      Transaction,
      Jobs,
      AccountLimiter,
      RunIdempotently,
      SearchWait,
    ),
    wire(ReadSearch, Searches),
  ],
  exports: [SearchEntities],
})
export class SearchModule {
  /** `defaultWaitMs`: how long a search without a preference waits for the registers. */
  static forRoot({ defaultWaitMs }: { defaultWaitMs: number }): DynamicModule {
    return { module: SearchModule, providers: [{ provide: SearchWait, useValue: new SearchWait(defaultWaitMs) }] };
  }
}
