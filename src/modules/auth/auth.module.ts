import { Module } from '@nestjs/common';
import { AccessCodes, AccessPolicy } from '../../core/accounts/access-codes.js';
import { Authenticate } from '../../core/accounts/authenticate.js';
import { Accounts, ApiKeys, Mailer, OneTimeCodes } from '../../core/accounts/ports.js';
import { RequestAccess } from '../../core/accounts/request-access.js';
import { VerifyAccess } from '../../core/accounts/verify-access.js';
import { AdminKey } from '../../core/admin/admin-key.js';
import { Ledger } from '../../core/billing/ports.js';
import { RateLimits } from '../../core/limits/ports.js';
import { Clock, Transaction } from '../../core/ports.js';
import { Credentials } from '../http/credentials.js';
import { FrontDoor } from '../http/front-door.js';
import { wire } from '../http/wire.js';
import { AccessController } from './access.controller.js';

/** How somebody gets in: the passwordless flow, and the front door that recognises them afterwards. */
@Module({
  controllers: [AccessController],
  providers: [
    wire(AccessCodes, OneTimeCodes, Clock, AccessPolicy),
    wire(RequestAccess, AccessCodes, Mailer),
    wire(VerifyAccess, OneTimeCodes, Accounts, ApiKeys, Ledger, Transaction, Clock, AccessPolicy),
    wire(Authenticate, ApiKeys),
    wire(Credentials, Authenticate, RateLimits),
    wire(FrontDoor, Credentials, Ledger, AdminKey),
  ],
  exports: [FrontDoor, Credentials],
})
export class AuthModule {}
