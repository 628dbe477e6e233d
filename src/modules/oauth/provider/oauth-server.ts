import { Injectable } from '@nestjs/common';
import { RESPONSE_MODES } from './authorization-request.js';
import type { Configuration, Provider, KoaContextWithOIDC } from 'oidc-provider';
import { Accounts } from '../../../core/accounts/ports.js';
import { SCOPES } from '../../../core/accounts/scope.js';
import { DATABASE_RETRY_SECONDS } from '../../../core/errors.js';
import { parseId } from '../../../core/ids.js';
import { ClientDocuments, OAuthRecords, isClientSecret } from '../../../core/oauth/ports.js';
import { Budgets } from '../../../core/billing/ports.js';
import { CREDITS_DETAIL } from '../../../core/oauth/credits-detail.js';
import { Metrics } from '../../../core/metrics/ports.js';
import { Log } from '../../../core/ports.js';
import { PublicUrl } from '../../http/public-url.js';
import { creditsDetails } from './credits-details.js';
import { errorPage, STATUS } from '../../http/answers/error-shapes.js';
import { documentFetch } from './document-fetch.js';
import { Settings } from '../../settings/settings.js';
import { OAuthKeys } from './oauth-keys.js';
import { loadOAuthLibrary, sayWhenUnavailable, type OAuthLibrary } from './oauth-library.js';
import { answerScope, OAUTH_SCOPES } from './registration.js';
import { recordAdapter } from './record-adapter.js';
import { Resources } from '../resources.js';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Access tokens are opaque, so that a revoked one is refused at once. */
const TTL = {
  AccessToken: HOUR_S,
  AuthorizationCode: MINUTE_S,
  RefreshToken: 30 * DAY_S,
  Grant: 365 * DAY_S,
  IdToken: HOUR_S,
  Interaction: HOUR_S,
  Session: 14 * DAY_S,
};

/**
 * The provider of this process: code flow with PKCE, rotated refresh tokens, open registration, our
 * own pages. It is created on the first request that needs it: its library is large, and many
 * installations have no applications.
 */
@Injectable()
export class OAuthServer {
  private made: Promise<Provider> | undefined;

  constructor(
    private readonly address: PublicUrl,
    private readonly resources: Resources,
    private readonly records: OAuthRecords,
    private readonly documents: ClientDocuments,
    private readonly accounts: Accounts,
    private readonly budgets: Budgets,
    private readonly keys: OAuthKeys,
    private readonly settings: Settings,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  provider(): Promise<Provider> {
    this.made ??= this.make();
    return this.made;
  }

  private async make(): Promise<Provider> {
    const { accounts, keys, log } = this;
    const library = await loadOAuthLibrary(log);
    const provider = new library.Provider(this.address.baseUrl, {
      ...protocol(this.resources, library, this.budgets),
      adapter: recordAdapter(this.records, library),
      cookies: {
        keys: keys.cookieKeys,
        long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/oauth' },
        short: { httpOnly: true, sameSite: 'lax', signed: true },
      },
      jwks: { keys: keys.signingKeys },
      fetch: documentFetch(this.documents, this.settings.nativeSchemes, log),
      async findAccount(_ctx, sub) {
        const id = parseId('acc', sub);
        const standing = id && (await sayWhenUnavailable(accounts.status(id), library));
        return standing?.state === 'open' ? { accountId: sub, claims: async () => ({ sub }) } : undefined;
      },
    });
    // The controller sets the address, whatever the request claims: see OAuthController.
    provider.proxy = true;
    provider.Client.prototype.compareClientSecret = function (given) {
      return isClientSecret(given, this.clientSecret ?? '');
    };
    provider.use(async (ctx, next) => {
      await next();
      const metadata = ctx.body as { response_modes_supported?: string[] } | null | undefined;
      if (metadata?.response_modes_supported) metadata.response_modes_supported = [...RESPONSE_MODES];
      if (ctx.status === STATUS.unavailable) ctx.set('retry-after', String(DATABASE_RETRY_SECONDS));
    });
    provider.on('registration_create.success', answerScope);
    countGrants(provider, this.metrics);
    provider.on('server_error', ({ res }, error) => {
      log.error('an OAuth request failed', { requestId: res.getHeader('x-request-id'), error });
    });
    return provider;
  }
}

/**
 * A session counts as signed out if its account was disabled or deleted. A client without a secret
 * is asked about each time: any program can use its id, so an earlier consent was not given to it.
 */
function interactionPolicy({ interactionPolicy: { base, Check } }: OAuthLibrary) {
  const policy = base();
  const isGone = new Check('account_gone', 'End-User authentication is required', ({ oidc }) =>
    oidc.session?.accountId !== undefined && !oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  policy.get('login')?.checks.add(isGone);
  const isAnyone = new Check(
    'client_without_secret',
    'clients without a secret require consent',
    'interaction_required',
    ({ oidc }) =>
      oidc.client?.clientAuthMethod === 'none' && !oidc.result?.consent
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
  );
  policy.get('consent')?.checks.add(isAnyone);
  return policy;
}

function protocol(resources: Resources, library: OAuthLibrary, budgets: Budgets): Configuration {
  const { errors } = library;
  return {
    scopes: OAUTH_SCOPES,
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => true,
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      authorization_details_types: [CREDITS_DETAIL],
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    ttl: TTL,
    // Grants outlive the browser's session.
    expiresWithSession: async () => false,
    interactions: { url: (_ctx, { uid }) => `/oauth/interaction/${uid}`, policy: interactionPolicy(library) },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'html';
      const { headers, html } = errorPage(description ?? error, '<p>Go back to the application and start again.</p>');
      ctx.set(headers);
      ctx.body = html;
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
      end_session: '/oauth/session/end',
      userinfo: '/oauth/me',
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => 'clientId' in token && token.clientId === client.clientId,
      },
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      richAuthorizationRequests: creditsDetails(budgets, library),
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resources.mcp,
        useGrantedResource: () => true,
        getResourceServerInfo: ({ oidc }, indicator) => {
          const audience = resources.named(indicator);
          if (audience === undefined) throw new errors.InvalidTarget('this server issues no tokens for that resource');
          // Checked before a page is shown: consent to no valid scope would look like a refusal.
          const scope = oidc.params?.['scope'];
          if (typeof scope === 'string' && oidc.requestParamOIDCScopes.size === 0) {
            throw new errors.InvalidScope(`no such scope; ask for ${SCOPES.join(', ')}, or for none`, scope);
          }
          return { scope: SCOPES.join(' '), audience, accessTokenTTL: TTL.AccessToken, accessTokenFormat: 'opaque' };
        },
      },
    },
  };
}

const COUNTED_GRANTS = new Set(['authorization_code', 'refresh_token']);

function countGrants(provider: Provider, metrics: Metrics): void {
  const tokens = (outcome: string) => (ctx: KoaContextWithOIDC) => {
    const asked = String(ctx.oidc.params?.['grant_type']);
    metrics.count('oauth_tokens_total', { grant: COUNTED_GRANTS.has(asked) ? asked : 'other', outcome });
  };
  provider.on('grant.success', tokens('issued'));
  provider.on('grant.error', tokens('refused'));
}
