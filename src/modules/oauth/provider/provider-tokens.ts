import { Injectable } from '@nestjs/common';
import { SCOPES } from '../../../core/accounts/scope.js';
import { parseId } from '../../../core/ids.js';
import { AccessTokens, type TokenHolder } from '../../../core/oauth/ports.js';
import { OAuthServer } from './oauth-server.js';
import { Resources } from '../resources.js';

/** Looks up the provider's tokens, so that revocation takes effect at once. */
@Injectable()
export class ProviderTokens extends AccessTokens {
  constructor(
    private readonly server: OAuthServer,
    private readonly resources: Resources,
  ) {
    super();
  }

  async find(presented: string): Promise<TokenHolder | undefined> {
    const { AccessToken } = await this.server.provider();
    const token = await AccessToken.find(presented);
    if (!token?.isValid || !token.accountId || !token.clientId || !token.grantId) return undefined;
    const audiences = [token.aud].flat();
    if (!audiences.some((audience) => this.resources.named(String(audience)) !== undefined)) return undefined;
    const accountId = parseId('acc', token.accountId);
    const granted = new Set(token.scope?.split(' '));
    return (
      accountId && {
        accountId,
        grantId: token.grantId,
        clientId: token.clientId,
        scopes: SCOPES.filter((scope) => granted.has(scope)),
      }
    );
  }
}
