import { Module } from '@nestjs/common';
import { AllowClient } from '../../core/accounts/allow-client.js';
import { UpdateGrant } from '../../core/accounts/update-grant.js';
import { SignIn } from '../../core/accounts/access/sign-in.js';
import { AccessTokens } from '../../core/oauth/ports.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OpenLimitModule } from '../auth/open-limit.module.js';
import { GrantsController } from './grants.controller.js';
import { InteractionController } from './interaction/interaction.controller.js';
import { OAuthController } from './oauth.controller.js';
import { OAuthKeys } from './provider/oauth-keys.js';
import { OAuthServer } from './provider/oauth-server.js';
import { ProviderTokens } from './provider/provider-tokens.js';
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
    OAuthKeys,
    OAuthServer,
    { provide: AccessTokens, useClass: ProviderTokens },
    AllowClient,
    UpdateGrant,
    SignIn,
  ],
  exports: [AccessTokens, SignIn, UpdateGrant],
})
export class OAuthModule {}
