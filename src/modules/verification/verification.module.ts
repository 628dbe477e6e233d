import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { JobReader, Retrievals } from '../../core/verification/ports.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { wire } from '../http/wire.js';
import { AskVerification } from './ask-verification.js';
import { VerificationController } from './verification.controller.js';

@Module({
  controllers: [VerificationController],
  providers: [
    wire(Jurisdictions, Registries, JurisdictionSwitches),
    wire(RunIdempotently, IdempotencyRecords),
    wire(VerifyBusiness, Jurisdictions, Entities, Ledger, Retrievals, JobReader, Transaction, AccountLimiter),
    wire(AskVerification, VerifyBusiness, AddressGuard, RunIdempotently),
    wire(ReadJob, JobReader),
  ],
  exports: [AskVerification, ReadJob],
})
export class VerificationModule {}
