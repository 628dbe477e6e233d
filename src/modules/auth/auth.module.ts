import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, Reflector } from '@nestjs/core';
import { AccessCodes, AccessPolicy } from '../../core/accounts/access-codes.js';
import { AddressProof } from '../../core/accounts/address-proof.js';
import { AuthenticateToken } from '../../core/oauth/authenticate-token.js';
import { Authenticate } from '../../core/accounts/authenticate.js';
import { Accounts, ApiKeys, Mailer, OneTimeCodes } from '../../core/accounts/ports.js';
import { RequestAccess } from '../../core/accounts/request-access.js';
import { VerifyAccess } from '../../core/accounts/verify-access.js';
import { Ledger } from '../../core/billing/ports.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { AccessTokens } from '../../core/oauth/ports.js';
import { Clock, Log, Transaction } from '../../core/ports.js';
import { Credentials } from './credentials.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimitStorage } from './rate-limit.storage.js';
import { ScopeGuard } from './scope.guard.js';
import { Admission } from './admission.js';
import { AppErrorFilter } from '../http/app-error.filter.js';
import { CreditHeaders } from '../http/credit-headers.hook.js';
import { HttpModule } from '../http/http.module.js';
import { UndeclaredInputGuard } from '../http/undeclared-input.guard.js';
import { wire } from '../http/wire.js';
import { AgentSettings } from '../tools/agent-settings.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { AccessController } from './access.controller.js';

/** Access: the passwordless flow that ends with a key, and the guards that recognise the key afterwards. */
@Module({
  imports: [HttpModule, OAuthModule],
  controllers: [AccessController],
  providers: [
    wire(AccessCodes, OneTimeCodes, Clock, AccessPolicy),
    wire(RequestAccess, AccessCodes, Mailer, Transaction),
    wire(AddressProof, OneTimeCodes, Accounts, Ledger, Clock, AccessPolicy, RateLimits),
    wire(VerifyAccess, AddressProof, ApiKeys, Transaction, Clock, AccessPolicy, RateLimits),
    wire(Authenticate, ApiKeys),
    wire(AuthenticateToken, AccessTokens, Accounts, AccessPolicy),
    wire(Credentials, Authenticate, AuthenticateToken),
    wire(RateLimitStorage, RateLimits),
    AuthenticationGuard,
    {
      provide: RateLimitGuard,
      useFactory: rateLimitGuard,
      inject: [RateLimitStorage, AccountLimiter, CreditHeaders, AgentSettings, Reflector],
    },
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
export class AuthModule {}

/** Requests a minute and network address to the OAuth routes. */
const OAUTH_PER_MINUTE = 120;

function rateLimitGuard(
  storage: RateLimitStorage,
  accountLimiter: AccountLimiter,
  creditHeaders: CreditHeaders,
  { anonymousPerMinute }: AgentSettings,
  reflector: Reflector,
): RateLimitGuard {
  const addressLimits = { agents: anonymousPerMinute, oauth: OAUTH_PER_MINUTE };
  return new RateLimitGuard(storage, accountLimiter, creditHeaders, addressLimits, reflector);
}
