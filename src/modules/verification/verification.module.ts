import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Clock, Jobs, Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JobReader, Retrievals, RetrievalTimings } from '../../core/verification/ports.js';
import { Quote } from '../../core/verification/quote.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { JurisdictionsModule } from '../discovery/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { QuoteController } from './quote.controller.js';
import { VerificationController } from './verification.controller.js';

@Module({
  imports: [JurisdictionsModule, IdempotencyModule],
  controllers: [VerificationController, QuoteController],
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
    wire(Quote, Jurisdictions, Entities, RetrievalTimings, Clock),
  ],
  exports: [VerifyBusiness, ReadJob],
})
export class VerificationModule {}
