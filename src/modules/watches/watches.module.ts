import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { Retrievals } from '../../core/verification/ports.js';
import { CheckNow } from '../../core/watches/checks/check-now.js';
import { SetClock } from '../../core/watches/clock/set-clock.js';
import { CreateWatch } from '../../core/watches/create-watch.js';
import { DeleteWatch } from '../../core/watches/delete-watch.js';
import { SandboxClock, WatchChecks, Watches, WatchClock } from '../../core/watches/ports.js';
import { UpdateWatch } from '../../core/watches/update-watch.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { wire } from '../http/wire.js';
import { ChangeMailsController } from './change-mails.controller.js';
import { ChangeMailsModule } from './change-mails.module.js';
import { WatchesController } from './watches.controller.js';

@Module({
  imports: [ChangeMailsModule, IdempotencyModule, JurisdictionsModule],
  controllers: [ChangeMailsController, WatchesController],
  providers: [
    wire(CreateWatch, Watches, Entities, Registries, WatchClock, Transaction, AddressGuard, RunIdempotently),
    wire(UpdateWatch, Watches, Entities, Registries, WatchClock, AddressGuard),
    wire(DeleteWatch, Watches, Retrievals, Ledger, Transaction),
    wire(SetClock, SandboxClock, Tasks),
    wire(CheckNow, Watches, WatchChecks, Entities, Ledger, Transaction, WatchClock, RunIdempotently),
  ],
  exports: [CheckNow, CreateWatch, DeleteWatch, SetClock, UpdateWatch],
})
export class WatchesModule {}
