import { Module } from '@nestjs/common';
import { AccessCodes, AccessPolicy } from '../../core/accounts/access/access-codes.js';
import { AddressProof } from '../../core/accounts/access/address-proof.js';
import { ConfirmEmail } from '../../core/accounts/access/confirm-email.js';
import { ChangePassword } from '../../core/accounts/access/change-password.js';
import { PasswordGuesses } from '../../core/accounts/access/password-guesses.js';
import { CloseAccount } from '../../core/accounts/close-account.js';
import { CreateKey } from '../../core/accounts/keys/create-key.js';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { RequestAccess } from '../../core/accounts/access/request-access.js';
import { UpdateKey } from '../../core/accounts/keys/update-key.js';
import { RevokeKey } from '../../core/accounts/keys/revoke-key.js';
import { UpdateAccount } from '../../core/accounts/update-account.js';
import { ReadUsage } from '../../core/accounts/read-usage.js';
import { AddressMails } from '../../core/accounts/ports.js';
import { ApiAddressMails } from './address-mails.js';
import { OwnerMailsModule } from './owner-mails.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { setting, type Settings } from '../settings/settings.js';
import { AccountController } from './account.controller.js';
import { SessionsController } from './sessions.controller.js';
import { KeysController } from './keys.controller.js';

@Module({
  imports: [JurisdictionsModule, OwnerMailsModule],
  controllers: [AccountController, KeysController, SessionsController],
  providers: [
    setting(AccessPolicy, accessPolicy),
    AccessCodes,
    RequestAccess,
    ReadAccount,
    PasswordGuesses,
    { provide: AddressMails, useClass: ApiAddressMails },
    UpdateAccount,
    AddressProof,
    ConfirmEmail,
    ChangePassword,
    CloseAccount,
    CreateKey,
    UpdateKey,
    RevokeKey,
    ReadUsage,
  ],
  exports: [
    AccessPolicy,
    AddressProof,
    ChangePassword,
    CloseAccount,
    ConfirmEmail,
    CreateKey,
    PasswordGuesses,
    ReadAccount,
    ReadUsage,
    RequestAccess,
    RevokeKey,
    UpdateAccount,
    UpdateKey,
  ],
})
export class AccountsModule {}

function accessPolicy({ codeTtlMs, encryptionKey, rateLimitPerMinute, signUp, freeCredits }: Settings): AccessPolicy {
  return new AccessPolicy(codeTtlMs, encryptionKey, rateLimitPerMinute, signUp, freeCredits);
}
