import { Module } from '@nestjs/common';
import { AccessCodes, AccessPolicy } from '../../core/accounts/access-codes.js';
import { AddressProof } from '../../core/accounts/address-proof.js';
import { AuthenticateToken } from '../../core/oauth/authenticate-token.js';
import { Authenticate } from '../../core/accounts/authenticate.js';
import { Accounts, ApiKeys, Mailer, OneTimeCodes } from '../../core/accounts/ports.js';
import { RequestAccess } from '../../core/accounts/request-access.js';
import { VerifyAccess } from '../../core/accounts/verify-access.js';
import { AdminKey } from '../../core/admin/admin-key.js';
import { Ledger } from '../../core/billing/ports.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { AccessTokens, OAuthRecords } from '../../core/oauth/ports.js';
import { Clock, Log, Transaction } from '../../core/ports.js';
import { Credentials } from './credentials.js';
import { FrontDoor } from './authentication.guard.js';
import { PublicUrl } from '../http/public-url.js';
import { wire } from '../http/wire.js';
import { OAuthController } from '../oauth/oauth.controller.js';
import { OAuthServer } from '../oauth/oauth-server.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { AccessController } from './access.controller.js';

/** How somebody gets in: the passwordless flow, and the front door that recognises them afterwards. */
@Module({
  imports: [OAuthModule],
  controllers: [AccessController],
  providers: [
    wire(AccessCodes, OneTimeCodes, Clock, AccessPolicy),
    wire(RequestAccess, AccessCodes, Mailer, Transaction),
    wire(AddressProof, OneTimeCodes, Accounts, Ledger, Clock, AccessPolicy, RateLimits),
    wire(VerifyAccess, AddressProof, ApiKeys, Transaction, Clock, AccessPolicy, RateLimits),
    wire(Authenticate, ApiKeys),
    wire(AuthenticateToken, AccessTokens, Accounts, AccessPolicy),
    wire(Credentials, Authenticate, AuthenticateToken, RateLimits, AccountLimiter),
    wire(FrontDoor, Credentials, Ledger, AdminKey, PublicUrl, Log),
    wire(OAuthController, OAuthServer, OAuthRecords, Credentials, PublicUrl, Log),
  ],
  exports: [FrontDoor, Credentials],
})
export class AuthModule {}
