import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, Reflector } from '@nestjs/core';
import { AccessPolicy } from '../../core/accounts/access-codes.js';
import { AddressProof } from '../../core/accounts/address-proof.js';
import { AuthenticateToken } from '../../core/oauth/authenticate-token.js';
import { Authenticate } from '../../core/accounts/authenticate.js';
import { Accounts, ApiKeys } from '../../core/accounts/ports.js';
import { VerifyAccess } from '../../core/accounts/verify-access.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { AccessTokens } from '../../core/oauth/ports.js';
import { Clock, Log, Transaction } from '../../core/ports.js';
import { AdminKey } from './admin-key.js';
import { Credentials } from './credentials.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimitStorage } from './rate-limit.storage.js';
import { ScopeGuard } from './scope.guard.js';
import { Admission } from './admission.js';
import { AppErrorFilter } from '../http/app-error.filter.js';
import { CreditHeaders } from '../http/credit-headers.hook.js';
import { UndeclaredInputGuard } from '../http/undeclared-input.guard.js';
import { wire } from '../http/wire.js';
import { AccessController } from './access.controller.js';

/** Requests a minute and network address to the OAuth routes. */
const OAUTH_PER_MINUTE = 120;

export interface AuthOptions {
  /** Without one nobody is an admin. */
  adminApiKey: string | undefined;
  /** Requests a minute and network address of agents without credentials. */
  agentsPerMinute: number;
}

/** Access: the passwordless flow that ends with a key, and the guards that recognise the key afterwards. */
@Module({
  controllers: [AccessController],
  providers: [
    wire(VerifyAccess, AddressProof, ApiKeys, Transaction, Clock, AccessPolicy, RateLimits),
    wire(Authenticate, ApiKeys),
    wire(AuthenticateToken, AccessTokens, Accounts, AccessPolicy),
    wire(Credentials, Authenticate, AuthenticateToken),
    wire(RateLimitStorage, RateLimits),
    AuthenticationGuard,
    ScopeGuard,
    UndeclaredInputGuard,
    // Global guards run in this order.
    { provide: APP_GUARD, useExisting: AuthenticationGuard },
    { provide: APP_GUARD, useExisting: RateLimitGuard },
    { provide: APP_GUARD, useExisting: ScopeGuard },
    { provide: APP_GUARD, useExisting: UndeclaredInputGuard },
    Admission,
    {
      provide: APP_FILTER,
      useFactory: (log: Log, admission: Admission) => new AppErrorFilter(log, admission),
      inject: [Log, Admission],
    },
  ],
})
export class AuthModule {
  /** `accounts` proves addresses, `oauth` finds access tokens. */
  static forRoot(
    { adminApiKey, agentsPerMinute }: AuthOptions,
    accounts: DynamicModule,
    oauth: DynamicModule,
  ): DynamicModule {
    const addressLimits = { agents: agentsPerMinute, oauth: OAUTH_PER_MINUTE };
    const rateLimitGuard = (
      storage: RateLimitStorage,
      accountLimiter: AccountLimiter,
      creditHeaders: CreditHeaders,
      reflector: Reflector,
    ) => new RateLimitGuard(storage, accountLimiter, creditHeaders, addressLimits, reflector);
    return {
      module: AuthModule,
      imports: [accounts, oauth],
      providers: [
        { provide: AdminKey, useValue: new AdminKey(adminApiKey) },
        {
          provide: RateLimitGuard,
          useFactory: rateLimitGuard,
          inject: [RateLimitStorage, AccountLimiter, CreditHeaders, Reflector],
        },
      ],
      exports: [AdminKey],
    };
  }
}
