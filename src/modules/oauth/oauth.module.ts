import { Module } from '@nestjs/common';
import { Accounts } from '../../core/accounts/ports.js';
import { AllowClient } from '../../core/accounts/allow-client.js';
import { UpdateGrant } from '../../core/accounts/update-grant.js';
import { Budgets } from '../../core/billing/ports.js';
import { SignIn } from '../../core/accounts/access/sign-in.js';
import { Metrics } from '../../core/metrics/ports.js';
import { AccessTokens, ClientDocuments, OAuthRecords } from '../../core/oauth/ports.js';
import { Log } from '../../core/ports.js';
import { PublicUrl } from '../http/public-url.js';
import { wireWith } from '../http/wire.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OpenLimitModule } from '../auth/open-limit.module.js';
import { Settings } from '../settings/settings.js';
import { GrantsController } from './grants.controller.js';
import { InteractionController } from './interaction/interaction.controller.js';
import { OAuthController } from './oauth.controller.js';
import { OAuthKeys } from './provider/oauth-keys.js';
import { ProviderTokens } from './provider/provider-tokens.js';
import { OAuthPolicy, OAuthServer } from './provider/oauth-server.js';
import { oauthServer } from './provider/provider.js';
import { PreflightController } from './preflight.controller.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';
import { Resources } from './resources.js';

/** The authorization server: issues tokens to clients and asks users for consent. */
@Module({
  imports: [AccountsModule, OpenLimitModule],
  controllers: [
    OAuthController,
    InteractionController,
    ResourceMetadataController,
    PreflightController,
    GrantsController,
  ],
  providers: [
    Resources,
    { provide: OAuthKeys, useFactory: oauthKeys, inject: [Settings] },
    wireWith(({ nativeSchemes }) => nativeSchemes, OAuthPolicy),
    {
      provide: OAuthServer,
      useFactory: oauthServer,
      inject: [
        PublicUrl,
        Resources,
        OAuthRecords,
        ClientDocuments,
        Accounts,
        Budgets,
        OAuthKeys,
        OAuthPolicy,
        Log,
        Metrics,
      ],
    },
    { provide: AccessTokens, useFactory: tokensOf, inject: [OAuthServer, Resources] },
    AllowClient,
    UpdateGrant,
    SignIn,
  ],
  exports: [AccessTokens, SignIn, UpdateGrant],
})
export class OAuthModule {}

function tokensOf(server: OAuthServer, resources: Resources): AccessTokens {
  return new ProviderTokens(server, resources);
}

/** Current key first, then the previous one. */
function oauthKeys({ encryptionKey, encryptionKeyPrevious }: Settings): OAuthKeys {
  return new OAuthKeys(encryptionKey, ...(encryptionKeyPrevious ? [encryptionKeyPrevious] : []));
}
