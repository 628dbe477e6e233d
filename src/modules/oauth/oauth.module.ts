import { Module } from '@nestjs/common';
import Provider from 'oidc-provider';
import { AccessCodes, AccessPolicy } from '../../core/accounts/access-codes.js';
import { AddressProof } from '../../core/accounts/address-proof.js';
import { Accounts, Mailer, OneTimeCodes, Passwords } from '../../core/accounts/ports.js';
import { RequestAccess } from '../../core/accounts/request-access.js';
import { SignIn } from '../../core/accounts/sign-in.js';
import { Ledger } from '../../core/billing/ports.js';
import { RateLimits } from '../../core/limits/ports.js';
import { AccessTokens, OAuthRecords } from '../../core/oauth/ports.js';
import { Clock, Log, Transaction } from '../../core/ports.js';
import { WebAddress } from '../http/web-address.js';
import { wire } from '../http/wire.js';
import { GrantsController } from './grants.controller.js';
import { OAuthHousekeeping } from './housekeeping.js';
import { InteractionController } from './interaction.controller.js';
import { OAuthKeys } from './oauth-keys.js';
import { ProviderTokens } from './provider-tokens.js';
import { createProvider } from './provider.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';
import { Resources } from './resources.js';

/** The authorization server: clients come to it for tokens, and users to say yes or no. */
@Module({
  controllers: [InteractionController, ResourceMetadataController, GrantsController],
  providers: [
    wire(Resources, WebAddress),
    {
      provide: Provider,
      useFactory: createProvider,
      inject: [WebAddress, Resources, OAuthRecords, Accounts, OAuthKeys],
    },
    { provide: AccessTokens, useFactory: tokensOf, inject: [Provider, Resources] },
    wire(AccessCodes, OneTimeCodes, Clock, AccessPolicy),
    wire(AddressProof, OneTimeCodes, Accounts, Ledger, Clock, AccessPolicy),
    wire(RequestAccess, AccessCodes, Mailer),
    wire(SignIn, AddressProof, Accounts, Passwords, RateLimits, Transaction),
    wire(OAuthHousekeeping, OAuthRecords, Log),
  ],
  exports: [AccessTokens, Provider],
})
export class OAuthModule {}

function tokensOf(provider: Provider, resources: Resources): AccessTokens {
  return new ProviderTokens(provider, resources);
}
