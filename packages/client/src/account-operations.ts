import type { BodyOf, QueryOf } from './operations.js';
import { byCursor, byOffset } from './pages.js';
import { once, type ChargedOptions, type RequestOptions, type Transport } from './transport.js';

const CSV = 'text/csv';

type Period = Omit<QueryOf<'getUsage'>, 'format'>;

/** Operations of an account owner and of an operator: keys, credits, webhooks, health. */
export abstract class AccountOperations {
  constructor(protected readonly http: Transport) {}

  // The account

  account(options?: RequestOptions) {
    return this.http.send('get', '/v1/account', {}, options);
  }

  updateAccount(body: BodyOf<'updateAccount'>, options?: RequestOptions) {
    return this.http.send('patch', '/v1/account', { body }, options);
  }

  confirmEmail(code: string, options?: RequestOptions) {
    return this.http.send('post', '/v1/account/confirm-email', { body: { code } }, options);
  }

  changePassword(body: BodyOf<'changePassword'>, options?: RequestOptions) {
    return this.http.nothing('put', '/v1/account/password', { body }, options);
  }

  exportData(options?: RequestOptions) {
    return this.http.send('get', '/v1/account/data-export', {}, options);
  }

  deleteAccount(options?: RequestOptions) {
    return this.http.nothing('delete', '/v1/account', {}, options);
  }

  keys(options?: RequestOptions) {
    return this.http.send('get', '/v1/account/keys', {}, options);
  }

  createKey(body: BodyOf<'createKey'> = {}, options?: RequestOptions) {
    return this.http.send('post', '/v1/account/keys', { body }, options);
  }

  updateKey(keyId: string, body: BodyOf<'updateKey'>, options?: RequestOptions) {
    return this.http.send('patch', '/v1/account/keys/{keyId}', { path: { keyId }, body }, options);
  }

  revokeKey(keyId: string, options?: RequestOptions) {
    return this.http.nothing('delete', '/v1/account/keys/{keyId}', { path: { keyId } }, options);
  }

  grants(options?: RequestOptions) {
    return this.http.send('get', '/v1/account/grants', {}, options);
  }

  updateGrant(grantId: string, body: BodyOf<'updateGrant'>, options?: RequestOptions) {
    return this.http.send('patch', '/v1/account/grants/{grantId}', { path: { grantId }, body }, options);
  }

  revokeGrant(grantId: string, options?: RequestOptions) {
    return this.http.nothing('delete', '/v1/account/grants/{grantId}', { path: { grantId } }, options);
  }

  sessions(options?: RequestOptions) {
    return this.http.send('get', '/v1/account/sessions', {}, options);
  }

  endSession(sessionId: string, options?: RequestOptions) {
    return this.http.nothing('delete', '/v1/account/sessions/{sessionId}', { path: { sessionId } }, options);
  }

  endSessions(options?: RequestOptions) {
    return this.http.nothing('delete', '/v1/account/sessions', {}, options);
  }

  // Credits

  usage(query?: Period, options?: RequestOptions) {
    return this.http.send('get', '/v1/account/usage', { query }, options);
  }

  usageCsv(query?: Period, options?: RequestOptions): Promise<string> {
    return this.http.text('/v1/account/usage', { query: { ...query, format: 'csv' } }, CSV, options);
  }

  billing(query?: Omit<QueryOf<'getBilling'>, 'format'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/billing', { query }, options);
  }

  /** Returns every entry of the period. */
  billingCsv(query?: Period, options?: RequestOptions): Promise<string> {
    return this.http.text('/v1/billing', { query: { ...query, format: 'csv' } }, CSV, options);
  }

  eachTransaction(query: Period = {}, options?: RequestOptions) {
    return byOffset(async (offset) => {
      const { transactions, pagination } = await this.billing({ ...query, offset }, options);
      return { items: transactions, pagination };
    });
  }

  purchase(packageId: BodyOf<'purchaseCredits'>['package_id'], options?: ChargedOptions) {
    return this.http.send('post', '/v1/billing/purchase', { body: { package_id: packageId } }, once(options));
  }

  // Webhooks

  webhookSecret(options?: RequestOptions) {
    return this.http.send('get', '/v1/account/webhook-secret', {}, options);
  }

  rotateWebhookSecret(options?: RequestOptions) {
    return this.http.send('post', '/v1/account/webhook-secret/rotate', {}, options);
  }

  deliveries(query?: QueryOf<'listDeliveries'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/webhooks/deliveries', { query }, options);
  }

  eachDelivery(options?: RequestOptions) {
    return byOffset(async (offset) => {
      const { deliveries, pagination } = await this.deliveries({ offset }, options);
      return { items: deliveries, pagination };
    });
  }

  delivery(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/webhooks/deliveries/{id}', { path: { id } }, options);
  }

  /** Sends `webhook.test` to a URL to test its receiver. */
  testWebhook(url: string, options?: RequestOptions) {
    return this.http.send('post', '/v1/webhooks/test', { body: { webhook_url: url } }, options);
  }

  redeliver(id: string, options?: RequestOptions) {
    return this.http.send('post', '/v1/webhooks/deliveries/{id}/redeliver', { path: { id } }, options);
  }

  events(query?: QueryOf<'listEvents'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/webhooks/events', { query }, options);
  }

  /**
   * Yields the events since a given event, for a receiver that was offline. Store the last
   * `event_id`.
   */
  eachEvent(query: QueryOf<'listEvents'> = {}, options?: RequestOptions) {
    return byCursor(async (after) => {
      const { events, next_cursor, has_more } = await this.events({ ...query, ...(after ? { after } : {}) }, options);
      return { items: events, next: has_more ? next_cursor : undefined };
    });
  }

  // For operators

  live(options?: RequestOptions) {
    return this.http.send('get', '/health/live', {}, options);
  }

  /** Also resolves when the service is not ready: check `status`. */
  ready(options?: RequestOptions) {
    return this.http.send('get', '/health/ready', {}, options);
  }

  health(options?: RequestOptions) {
    return this.http.send('get', '/health', {}, options);
  }

  /** Prometheus text format. `token` is the METRICS_TOKEN of the installation. */
  metrics(token?: string, options?: RequestOptions): Promise<string> {
    return this.http.text('/metrics', {}, 'text/plain', { ...options, ...(token ? { bearer: token } : {}) });
  }
}
