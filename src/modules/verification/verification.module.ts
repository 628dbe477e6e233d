import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Clock, Jobs, Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Registries } from '../../core/registries/ports.js';
import { JobReader, MatchReviews, Retrievals } from '../../core/verification/ports.js';
import { ExpectedWait } from '../../core/verification/expected-wait.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { Quote } from '../../core/verification/quote.js';
import { ReviewMatch } from '../../core/verification/review-match.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { QuoteWatch } from '../../core/watches/quote-watch.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { JobsController } from './jobs.controller.js';
import { QuoteController } from './quote.controller.js';
import { VerificationController } from './verification.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule],
  controllers: [VerificationController, JobsController, QuoteController],
  providers: [
    wire(
      VerifyBusiness,
      Jurisdictions,
      Entities,
      Ledger,
      Retrievals,
      JobReader,
      Transaction,
      Jobs,
      AddressGuard,
      AccountLimiter,
      RunIdempotently,
    ),
    wire(ReadJob, JobReader),
    wire(ExpectedWait, JobReader),
    wire(ListJobs, JobReader, Jurisdictions),
    wire(ReviewMatch, JobReader, MatchReviews),
    wire(Quote, Jurisdictions, Entities, JobReader, Clock),
    wire(QuoteWatch, Entities, Registries),
  ],
  exports: [VerifyBusiness, ReadJob, ListJobs, ExpectedWait, ReviewMatch],
})
export class VerificationModule {}
