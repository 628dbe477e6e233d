import { Module } from '@nestjs/common';
import { LaterStandings } from '../core/entities/later-standing.js';
import { OpenConsoleSession } from '../core/accounts/access/open-console-session.js';
import { ReadConsoleSession } from '../core/accounts/access/read-console-session.js';
import { AccountsModule } from '../modules/accounts/accounts.module.js';
import { AuthModule } from '../modules/auth/auth.module.js';
import { BillingModule } from '../modules/billing/billing.module.js';
import { JurisdictionsModule } from '../modules/jurisdictions/jurisdictions.module.js';
import { OAuthModule } from '../modules/oauth/oauth.module.js';
import { ChangeMailsModule } from '../modules/watches/change-mails.module.js';
import { WatchesModule } from '../modules/watches/watches.module.js';
import { BatchesModule } from '../modules/batches/batches.module.js';
import { EntitiesModule } from '../modules/entities/entities.module.js';
import { EvidenceModule } from '../modules/evidence/evidence.module.js';
import { IdempotencyModule } from '../modules/http/idempotency.module.js';
import { setting } from '../modules/settings/settings.js';
import { SearchModule } from '../modules/search/search.module.js';
import { VerificationModule } from '../modules/verification/verification.module.js';
import { WebhooksModule } from '../modules/webhooks/webhooks.module.js';
import { ConsoleAccountController } from './account/account.controller.js';
import { ConsoleSessionsController } from './account/sessions.controller.js';
import { ConsoleApplicationsController } from './applications/applications.controller.js';
import { ConsoleBatchesController } from './batches/batches.controller.js';
import { ConsoleBillingController } from './billing/billing.controller.js';
import { ConsoleKeysController } from './keys/keys.controller.js';
import { ConsoleWatchesController } from './watches/watches.controller.js';
import { ConsoleWebhooksController } from './webhooks/webhooks.controller.js';
import { ConsoleMonitoringController } from './monitoring/monitoring.controller.js';
import { ConsolePages } from './console-pages.js';
import { ConsoleEntitiesController } from './entities/entities.controller.js';
import { ConsoleEvidenceController } from './evidence/evidence.controller.js';
import { ConsoleFilesController, ConsoleNotFoundController } from './files.controller.js';
import { ConsoleJobsController } from './jobs/jobs.controller.js';
import { ConsoleOverviewController } from './overview/overview.controller.js';
import { ConsoleReviewController } from './review/review.controller.js';
import { ConsoleSearchController } from './search/search.controller.js';
import { ConsoleHook } from './session/console.hook.js';
import { ConsoleBalanceController } from './session/balance.controller.js';
import { ACCOUNT_AREA, ConsoleCookies } from './session/cookies.js';
import { ConsoleSignInController } from './session/sign-in.controller.js';
import { ConsoleVerifyController } from './verify/verify.controller.js';

@Module({
  imports: [
    AccountsModule,
    OAuthModule,
    AuthModule,
    JurisdictionsModule,
    BillingModule,
    ChangeMailsModule,
    WatchesModule,
    BatchesModule,
    VerificationModule,
    EntitiesModule,
    EvidenceModule,
    SearchModule,
    WebhooksModule,
    IdempotencyModule,
  ],
  controllers: [
    ConsoleFilesController,
    ConsoleSignInController,
    ConsoleBalanceController,
    ConsoleOverviewController,
    ConsoleVerifyController,
    ConsoleSearchController,
    ConsoleJobsController,
    ConsoleEvidenceController,
    ConsoleReviewController,
    ConsoleBatchesController,
    ConsoleEntitiesController,
    ConsoleWatchesController,
    ConsoleMonitoringController,
    ConsoleKeysController,
    ConsoleApplicationsController,
    ConsoleWebhooksController,
    ConsoleBillingController,
    ConsoleSessionsController,
    ConsoleAccountController,
    ConsoleNotFoundController,
  ],
  providers: [
    setting(ConsoleCookies, ({ publicUrl }) => new ConsoleCookies(publicUrl, ACCOUNT_AREA)),
    ConsolePages,
    LaterStandings,
    ConsoleHook,
    OpenConsoleSession,
    ReadConsoleSession,
  ],
})
export class ConsoleModule {}
