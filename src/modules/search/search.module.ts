import { Module, type DynamicModule } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { BeginSearch } from '../../core/search/begin-search.js';
import { Searches } from '../../core/search/ports.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { JobReader, Retrievals } from '../../core/verification/ports.js';
import { JurisdictionsModule } from '../discovery/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { AskSearch } from './ask-search.js';
import { SearchWait } from './search-wait.js';
import { SearchController } from './search.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule],
  controllers: [SearchController],
  providers: [
    wire(BeginSearch, Entities, Ledger, Retrievals, Searches, Transaction, AccountLimiter),
    wire(SearchEntities, Jurisdictions, Entities, BeginSearch, JobReader, Searches, AccountLimiter),
    wire(AskSearch, SearchEntities, RunIdempotently, SearchWait),
    wire(ReadSearch, Searches),
  ],
  exports: [AskSearch],
})
export class SearchModule {
  /** `defaultWaitMs`: how long a search without a preference waits for the registers. */
  static forRoot({ defaultWaitMs }: { defaultWaitMs: number }): DynamicModule {
    return { module: SearchModule, providers: [{ provide: SearchWait, useValue: new SearchWait(defaultWaitMs) }] };
  }
}
