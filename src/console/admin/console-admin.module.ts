import { Module } from '@nestjs/common';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { EndAdminSession } from '../../core/admin/end-admin-session.js';
import { OpenAdminSession } from '../../core/admin/open-admin-session.js';
import { ReadAdminSession } from '../../core/admin/read-admin-session.js';
import { Ledger } from '../../core/billing/ports.js';
import { WatchClock } from '../../core/watches/ports.js';
import { MatchReviews } from '../../core/verification/ports.js';
import { AdminModule } from '../../modules/admin/admin.module.js';
import { AuthModule } from '../../modules/auth/auth.module.js';
import { ServiceFacts } from '../../modules/settings/service-facts.js';
import { PublicUrl } from '../../modules/http/public-url.js';
import { ADMIN_AREA } from '../session/cookies.js';
import { AdminAccountPagesController } from './accounts.controller.js';
import { AdminCookies, AdminHook, AdminPages } from './admin.hook.js';
import { AdminAuditPagesController } from './audit.controller.js';
import { AdminBatchPagesController } from './batches.controller.js';
import { AdminJobPagesController } from './jobs.controller.js';
import { AdminJurisdictionPagesController } from './jurisdictions.controller.js';
import { AdminOverviewController } from './overview.controller.js';
import { AdminSignInController } from './sign-in.controller.js';

/**
 * Pages for operators, over the use cases of /v1/admin. Imported only if an admin key is
 * configured.
 */
@Module({
  imports: [AuthModule, AdminModule],
  controllers: [
    AdminSignInController,
    AdminOverviewController,
    AdminAccountPagesController,
    AdminJobPagesController,
    AdminBatchPagesController,
    AdminJurisdictionPagesController,
    AdminAuditPagesController,
  ],
  providers: [
    {
      provide: AdminCookies,
      useFactory: ({ baseUrl }: PublicUrl) => new AdminCookies(baseUrl, ADMIN_AREA),
      inject: [PublicUrl],
    },
    {
      provide: AdminPages,
      useFactory: (...args: ConstructorParameters<typeof AdminPages>) => new AdminPages(...args),
      inject: [AdminCookies, ServiceFacts, WatchClock, Ledger, MatchReviews, PublicUrl],
    },
    AdminHook,
    LaterStandings,
    OpenAdminSession,
    ReadAdminSession,
    EndAdminSession,
  ],
})
export class ConsoleAdminModule {}
