import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { SCOPES, type Scope } from '../../../core/accounts/scope.js';
import type { Budget } from '../../../core/billing/budget.js';
import { AppError, databaseFailure } from '../../../core/errors.js';
import type { Id } from '../../../core/ids.js';
import { readCreditsDetail } from '../../../core/oauth/credits-detail.js';
import type { ShownClient } from './pages.js';
import { shownName } from '../provider/registration.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Granted {
  accountId: Id<'acc'>;
  clientId: string;
  grantId: string;
}

/** Finds the grant that the account gave to a client in any browser. */
type GrantIdOf = (accountId: Id<'acc'>, clientId: string) => Promise<string | undefined>;

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A user's visit to our pages, started by a client's authorization request. */
export class Interaction {
  private constructor(
    private readonly provider: Provider,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly details: Details,
    private readonly grantIdOf: GrantIdOf,
    readonly client: ShownClient,
  ) {}

  /**
   * Finds the visit named in the URL and known to the browser's cookie. Throws `NOT_FOUND` if there
   * is none or it belongs to another browser. The name is a secret of the page and its browser, so
   * that a form from another page cannot reach a visit.
   */
  static async of(
    provider: Provider,
    uid: string,
    request: IncomingMessage,
    response: ServerResponse,
    grantIdOf: GrantIdOf,
  ): Promise<Interaction> {
    const details = await provider.interactionDetails(request, response).catch((error: unknown) => {
      throw databaseFailure(error) ?? expired(error);
    });
    if (details.uid !== uid) throw expired();
    const client = await provider.Client.find(String(details.params['client_id']));
    const redirect = new URL(String(details.params['redirect_uri']));
    const isWeb = /^https?:$/.test(redirect.protocol);
    return new Interaction(provider, request, response, details, grantIdOf, {
      name: shownName(client?.clientName ?? '') || 'an application without a name',
      // The host of a private scheme is any text of the client's choice.
      destination: isWeb ? redirect.host : redirect.protocol,
      onThisComputer: LOOPBACK.has(redirect.hostname) || !isWeb,
    });
  }

  get wantsSignIn(): boolean {
    return this.details.prompt.name === 'login';
  }

  /** The signed-in account; throws if there is none. */
  get accountId(): Id<'acc'> {
    if (!this.details.session) throw expired();
    return this.details.session.accountId as Id<'acc'>;
  }

  /** The final redirect target, for the page's content security policy. */
  get formTarget(): string {
    const { origin, protocol } = new URL(String(this.details.params['redirect_uri']));
    return origin === 'null' ? protocol : origin;
  }

  /** Returns the scopes that the application asks for, and those that its grant keeps besides. */
  async scopes(): Promise<{ asked: Scope[]; kept: Scope[] }> {
    const { scope: text } = this.details.params;
    const wanted = new Set(typeof text === 'string' ? text.split(' ') : []);
    const known = await this.knownGrant();
    const granted = [known?.openid?.scope ?? '', ...Object.values(known?.resources ?? {})].join(' ').split(' ');
    return {
      asked: SCOPES.filter((scope) => wanted.has(scope)),
      kept: SCOPES.filter((scope) => granted.includes(scope) && !wanted.has(scope)),
    };
  }

  get clientId(): string {
    return String(this.details.params['client_id']);
  }

  /** This method and the following ones return the URL the browser goes to next. */
  async signedIn(accountId: Id<'acc'>): Promise<string> {
    const { session } = this.details;
    // Otherwise the library signs the other account out with a self-submitting page, which our
    // content security policy blocks.
    if (session && session.accountId !== accountId) await this.endSession();
    return this.finish({ login: { accountId } });
  }

  /** Ends the browser's session; the application's request restarts with a sign-in. */
  async signedOut(): Promise<string> {
    await this.endSession();
    await this.details.destroy();
    const asked = Object.entries(this.details.params).flatMap(([name, value]) =>
      [value].flat().map((each) => [name, String(each)]),
    );
    return `/oauth/authorize?${new URLSearchParams(asked).toString()}`;
  }

  private async endSession(): Promise<void> {
    const { uid = '' } = this.details.session ?? {};
    await (await this.provider.Session.findByUid(uid))?.destroy();
    delete this.details.session;
    await this.details.save(this.details.exp - Math.floor(Date.now() / 1000));
  }

  async cancelled(): Promise<string> {
    return this.finish({ error: 'access_denied', error_description: 'the user said no' });
  }

  get budgetAsked(): Budget | undefined {
    const { authorization_details: asked } = this.details.params;
    const [detail] = typeof asked === 'string' ? (JSON.parse(asked) as Record<string, unknown>[]) : [];
    return detail && readCreditsDetail(detail);
  }

  /**
   * Widens the client's grant by what is allowed now, so that its other installations keep working;
   * `record` stores the owner's limits.
   */
  async allowed(record: (granted: Granted) => Promise<void>): Promise<string> {
    const { accountId, clientId } = this;
    const known = await this.knownGrant();
    const grant = new this.provider.Grant({ accountId, clientId });
    // The same grant, for another year.
    if (known) grant.jti = known.jti;
    if (known?.openid?.scope) grant.addOIDCScope(known.openid.scope);
    if (known?.openid?.claims) grant.addOIDCClaims(known.openid.claims);
    for (const [resource, scope] of Object.entries(known?.resources ?? {})) grant.addResourceScope(resource, scope);
    const { missingOIDCScope = [], missingOIDCClaims = [], missingResourceScopes = {} } = this.missing();
    if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '));
    if (missingOIDCClaims.length > 0) grant.addOIDCClaims(missingOIDCClaims);
    for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
      grant.addResourceScope(resource, scopes.join(' '));
    }
    const grantId = await grant.save();
    await record({ accountId, clientId, grantId });
    return this.finish({ consent: { grantId } });
  }

  private async knownGrant() {
    if (!this.details.session) return undefined;
    const grantId = await this.grantIdOf(this.accountId, this.clientId);
    return grantId === undefined ? undefined : this.provider.Grant.find(grantId);
  }

  private missing() {
    return this.details.prompt.details as {
      missingOIDCScope?: string[];
      missingOIDCClaims?: string[];
      missingResourceScopes?: Record<string, string[]>;
    };
  }

  private async finish(result: Parameters<Provider['interactionResult']>[2]): Promise<string> {
    return this.provider.interactionResult(this.request, this.response, result, { mergeWithLastSubmission: true });
  }
}

function expired(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', { message: 'This page has expired. Start again in the application.', cause });
}
