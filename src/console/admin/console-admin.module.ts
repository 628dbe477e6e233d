import { Module } from '@nestjs/common';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { EndAdminSession } from '../../core/admin/end-admin-session.js';
import { OpenAdminSession } from '../../core/admin/open-admin-session.js';
import { ReadAdminSession } from '../../core/admin/read-admin-session.js';
import { AdminModule } from '../../modules/admin/admin.module.js';
import { AuthModule } from '../../modules/auth/auth.module.js';
import { setting } from '../../modules/settings/settings.js';
import { ConsolePages } from '../console-pages.js';
import { ADMIN_AREA, ConsoleCookies } from '../session/cookies.js';
import { AdminAccountPagesController } from './accounts.controller.js';
import { AdminHook } from './admin.hook.js';
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
    // Of their own area: the account pages never receive these cookies.
    setting(ConsoleCookies, ({ publicUrl }) => new ConsoleCookies(publicUrl, ADMIN_AREA)),
    ConsolePages,
    AdminHook,
    LaterStandings,
    OpenAdminSession,
    ReadAdminSession,
    EndAdminSession,
  ],
})
export class ConsoleAdminModule {}
