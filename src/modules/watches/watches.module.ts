import { Module } from '@nestjs/common';
import { CheckNow } from '../../core/watches/checks/check-now.js';
import { SetClock } from '../../core/watches/clock/set-clock.js';
import { CreateWatch } from '../../core/watches/create-watch.js';
import { DeleteWatch } from '../../core/watches/delete-watch.js';
import { UpdateWatch } from '../../core/watches/update-watch.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { ChangeMailsController } from './change-mails.controller.js';
import { ChangeMailsModule } from './change-mails.module.js';
import { WatchesController } from './watches.controller.js';

@Module({
  imports: [ChangeMailsModule, IdempotencyModule, JurisdictionsModule],
  controllers: [ChangeMailsController, WatchesController],
  providers: [CreateWatch, UpdateWatch, DeleteWatch, SetClock, CheckNow],
  exports: [CheckNow, CreateWatch, DeleteWatch, SetClock, UpdateWatch],
})
export class WatchesModule {}
