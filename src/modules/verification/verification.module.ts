import { Module } from '@nestjs/common';
import { ExpectedWait } from '../../core/verification/expected-wait.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { Quote } from '../../core/verification/quote.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { DecideRecord } from '../../core/verification/decide-record.js';
import { ReviewMatch } from '../../core/verification/review-match.js';
import { ReadJobDocument } from '../../core/verification/read-job-document.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { QuoteWatch } from '../../core/watches/quote-watch.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { JobsController } from './jobs.controller.js';
import { ReviewsController } from './reviews.controller.js';
import { QuoteController } from './quote.controller.js';
import { VerificationController } from './verification.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule],
  controllers: [VerificationController, JobsController, ReviewsController, QuoteController],
  providers: [
    VerifyBusiness,
    ReadJob,
    ReadJobDocument,
    ExpectedWait,
    ListJobs,
    DecideRecord,
    ReviewMatch,
    ReviewBatchRow,
    Quote,
    QuoteWatch,
  ],
  exports: [
    VerifyBusiness,
    ReadJob,
    ListJobs,
    ExpectedWait,
    ReadJobDocument,
    ReviewBatchRow,
    ReviewMatch,
    DecideRecord,
  ],
})
export class VerificationModule {}
