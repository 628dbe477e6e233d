import { Module, type DynamicModule } from '@nestjs/common';
import { AddressProof } from '../../core/accounts/address-proof.js';
import { Accounts, Passwords } from '../../core/accounts/ports.js';
import { SignIn } from '../../core/accounts/sign-in.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { Metrics } from '../../core/metrics/ports.js';
import { AccessTokens, ClientDocuments, OAuthRecords } from '../../core/oauth/ports.js';
import { Log, Transaction } from '../../core/ports.js';
import { PublicUrl } from '../http/public-url.js';
import { wire } from '../http/wire.js';
import { GrantsController } from './grants.controller.js';
import { OAuthPurgeScheduler } from './purge.scheduler.js';
import { InteractionController } from './interaction.controller.js';
import { OAuthController } from './oauth.controller.js';
import { OAuthKeys } from './oauth-keys.js';
import { ProviderTokens } from './provider-tokens.js';
import { OAuthServer } from './oauth-server.js';
import { openOAuthServer } from './provider.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';
import { Resources } from './resources.js';

/** The authorization server: clients come to it for tokens, and users to say yes or no. */
@Module({
  controllers: [OAuthController, InteractionController, ResourceMetadataController, GrantsController],
  providers: [
    wire(Resources, PublicUrl),
    {
      provide: OAuthServer,
      useFactory: openOAuthServer,
      inject: [PublicUrl, Resources, OAuthRecords, ClientDocuments, Accounts, OAuthKeys, Log, Metrics],
    },
    { provide: AccessTokens, useFactory: tokensOf, inject: [OAuthServer, Resources] },
    wire(SignIn, AddressProof, Accounts, Passwords, RateLimits, Transaction),
    wire(OAuthPurgeScheduler, OAuthRecords, Log),
  ],
  exports: [AccessTokens],
})
export class OAuthModule {
  /** `passphrases`: the operator's key in use, then the one before it. `accounts` is how users sign in. */
  static forRoot({ passphrases }: { passphrases: readonly string[] }, accounts: DynamicModule): DynamicModule {
    const keys = new OAuthKeys(...passphrases);
    return { module: OAuthModule, imports: [accounts], providers: [{ provide: OAuthKeys, useValue: keys }] };
  }
}

function tokensOf(server: OAuthServer, resources: Resources): AccessTokens {
  return new ProviderTokens(server, resources);
}
