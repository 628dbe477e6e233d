import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AuthenticateToken } from '../../core/oauth/authenticate-token.js';
import { Authenticate, CredentialLookups } from '../../core/accounts/keys/api-key.js';
import { VerifyAccess } from '../../core/accounts/access/verify-access.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { AdminAccess } from '../../core/admin/admin-access.js';
import { AdminKeys } from '../../core/admin/admin-keys.js';
import { Authentication, ScopeGuard } from './authentication.guard.js';
import { OpenLimitModule } from './open-limit.module.js';
import { AccountPlacesGuard, RateLimitGuard, throttling } from './rate-limit.guard.js';
import { UndeclaredInputGuard } from '../http/input/input.pipe.js';
import { setting } from '../settings/settings.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { AccessController } from './access.controller.js';

/** The passwordless sign-up that ends with a key, and the guards that recognise it. */
@Module({
  imports: [
    AccountsModule,
    OAuthModule,
    OpenLimitModule,
    ThrottlerModule.forRootAsync({ useFactory: throttling, inject: [RateLimits] }),
  ],
  controllers: [AccessController],
  providers: [
    VerifyAccess,
    setting(AdminKeys, ({ adminKeys }) => new AdminKeys(adminKeys)),
    CredentialLookups,
    Authenticate,
    AuthenticateToken,
    AdminAccess,
    Authentication,
    AccountPlacesGuard,
    RateLimitGuard,
    ScopeGuard,
    UndeclaredInputGuard,
    // Global guards run in this order.
    { provide: APP_GUARD, useExisting: AccountPlacesGuard },
    { provide: APP_GUARD, useExisting: RateLimitGuard },
    { provide: APP_GUARD, useExisting: ScopeGuard },
    { provide: APP_GUARD, useExisting: UndeclaredInputGuard },
  ],
  exports: [AdminAccess, AdminKeys, CredentialLookups, OpenLimitModule],
})
export class AuthModule {}
