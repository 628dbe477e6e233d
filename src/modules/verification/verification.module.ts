import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Clock, Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Registries } from '../../core/registries/ports.js';
import { Accounts } from '../../core/accounts/ports.js';
import { JobReader, MatchReviews, Retrievals } from '../../core/verification/ports.js';
import { ExpectedWait } from '../../core/verification/expected-wait.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { Quote } from '../../core/verification/quote.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { Reviews } from '../../core/verification/reviews.js';
import { ReviewMatch } from '../../core/verification/review-match.js';
import { ReadJobDocument } from '../../core/verification/read-job-document.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { QuoteWatch } from '../../core/watches/quote-watch.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { JobsController } from './jobs.controller.js';
import { ReviewsController } from './reviews.controller.js';
import { QuoteController } from './quote.controller.js';
import { VerificationController } from './verification.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule],
  controllers: [VerificationController, JobsController, ReviewsController, QuoteController],
  providers: [
    wire(
      VerifyBusiness,
      Jurisdictions,
      Entities,
      Ledger,
      Retrievals,
      JobReader,
      Transaction,
      Tasks,
      AddressGuard,
      AccountLimiter,
      RunIdempotently,
    ),
    wire(ReadJob, JobReader),
    wire(ReadJobDocument, JobReader),
    wire(ExpectedWait, JobReader),
    wire(ListJobs, JobReader, Jurisdictions),
    wire(Reviews, MatchReviews, Accounts),
    wire(ReviewMatch, JobReader, Reviews),
    wire(ReviewBatchRow, MatchReviews, Reviews),
    wire(Quote, Jurisdictions, Entities, JobReader, Clock),
    wire(QuoteWatch, Entities, Registries),
  ],
  exports: [VerifyBusiness, ReadJob, ListJobs, ExpectedWait, ReadJobDocument, ReviewBatchRow, ReviewMatch],
})
export class VerificationModule {}
