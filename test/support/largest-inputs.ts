import { bodiesOf, NAME, type Kind, type Taken } from './largest-bodies.js';

/** A request as large and unusual as a route accepts, or slightly beyond. */
export interface LargestInput {
  what: string;
  method: string;
  path: string;
  type?: string;
  body?: string;
}

const PATH_BYTES = 8_000;
const QUERY_BYTES = 8_000;

const JURISDICTIONS = ['us-co', 'us-ny', 'us-ct', 'us-or', 'us-pa', 'us-tx', 'us-dc', 'gb-eaw', 'no-03', 'fr-idf'];
const ADDRESS = `https://hooks.example.com/${'a'.repeat(1_900)}`;
const EMAIL = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`;
const BUDGET = { credits: 999_999_999, every: 'month' };
const FORM_BUDGET = { budget_credits: '999999999', budget_every: 'month', confirm_above: '999999999' };

const call = (name: string, given: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const VERIFY = { entity_name: NAME, jurisdiction: 'us-co', tier: 'deep', force_refresh: true, webhook_url: ADDRESS };
const WATCH = { entity_id: 'ent_01jd3z0v9sfzt8k3d9a4q6r2mv', every: '1d', tier: 'deep', webhook_url: ADDRESS };
const REASON = { reason: NAME };

/** The body of every route that takes one. */
const TAKEN: Readonly<Record<string, Taken>> = {
  ...taking('json', {
    'POST /v1/verify': VERIFY,
    'POST /v1/quote': { ...VERIFY, jurisdictions: JURISDICTIONS },
    'POST /v1/search': { entity_name: NAME, jurisdictions: JURISDICTIONS },
    'POST /v1/watches': WATCH,
    'PATCH /v1/watches/:id': { every: '7d', webhook_url: ADDRESS },
    'POST /v1/watches/:id/check': {},
    'PATCH /v1/account': { name: NAME, email: EMAIL },
    'POST /v1/account/confirm-email': { code: '123456', current_address_code: '123456' },
    'PUT /v1/account/password': { current_password: NAME, new_password: NAME },
    'POST /v1/account/keys': { label: NAME, budget: BUDGET, jurisdictions: JURISDICTIONS, tiers: ['quick'] },
    'PATCH /v1/account/keys/:keyId': { label: NAME, budget: BUDGET, jurisdictions: JURISDICTIONS },
    'POST /v1/account/webhook-secret/rotate': {},
    'PATCH /v1/account/grants/:grantId': { budget: BUDGET },
    'POST /v1/auth/request-access': { email: EMAIL, accept_terms: true },
    'POST /v1/auth/verify-access': { email: EMAIL, code: '123456', label: NAME },
    'POST /v1/admin/jobs/:jobId/refund': REASON,
    'PATCH /v1/admin/jurisdictions/:code': { active: true, ...REASON },
    'POST /v1/admin/accounts': { email: EMAIL, name: NAME, credits: 1, label: NAME },
    'POST /v1/admin/accounts/:id/disable': REASON,
    'POST /v1/admin/accounts/:id/enable': REASON,
    'POST /v1/admin/accounts/:id/credits': { amount: 1, ...REASON },
    'PATCH /v1/admin/keys/:keyId': { rate_limit: 100, ...REASON },
    'POST /v1/admin/entities/:id/erase-personal-data': REASON,
    'POST /v1/admin/batches/:id/rows/:line/refund': REASON,
    'PUT /v1/records/:id/decision': { jurisdiction_id: NAME, note: NAME, equal_rows: true },
    'PUT /v1/jobs/:jobId/meant': { jurisdiction_id: NAME, note: NAME },
    'PUT /v1/batches/:id/rows/:line/meant': { jurisdiction_id: NAME, note: NAME, equal_rows: true },
    'PUT /v1/account/change-mails': { every: NAME },
    'POST /v1/billing/purchase': { package_id: NAME },
    'POST /v1/batches/:id/start': {},
    'POST /v1/batches/:id/cancel': {},
    'POST /v1/batches/:id/retry': {},
    'POST /v1/sandbox/clock/advance': { by: NAME },
    'POST /v1/webhooks/deliveries/:id/redeliver': {},
    'POST /v1/webhooks/test': { webhook_url: ADDRESS },
    'POST /mcp': call('search_entities', { entity_name: NAME, jurisdictions: JURISDICTIONS }),
    'PUT /mcp': {},
    'PATCH /mcp': {},
    'POST /a2a': {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: `verify "${NAME}" in us-co` }] } },
    },
    'POST /oauth/register': {
      client_name: NAME,
      redirect_uris: Array.from({ length: 8 }, (_, at) => `https://client.example.com/${at}/${'a'.repeat(900)}`),
      contacts: Array.from({ length: 500 }, () => EMAIL),
      token_endpoint_auth_method: 'none',
    },
  }),
  ...taking('form', {
    'POST /oauth/token': {
      grant_type: 'authorization_code',
      code: NAME,
      client_id: NAME,
      code_verifier: 'x'.repeat(128),
    },
    'POST /oauth/authorize': { client_id: NAME, state: 'x'.repeat(2_048) },
    'POST /oauth/revoke': { token: NAME, client_id: NAME },
    'POST /oauth/interaction/:uid': { action: 'send', email: EMAIL, ...FORM_BUDGET },
    'POST /checkout/test/:sessionId': { button: 'pay', token: NAME },
    'POST /console/applications/:id/limits': FORM_BUDGET,
    'POST /console/applications/:id/revoke': {},
    'POST /console/account': { name: NAME, email: EMAIL },
    'POST /console/account/sessions/end': {},
    'POST /console/account/sessions/:id/end': {},
    'POST /console/account/confirm': { code: '123456', current_address_code: '123456' },
    'POST /console/account/close': { email: EMAIL },
    'POST /console/account/password': { current_password: NAME, new_password: NAME },
    'POST /console/account/time-zone': { time_zone: NAME },
    'POST /console/admin/sign-in': { admin_key: NAME },
    'POST /console/admin/sign-out': {},
    'POST /console/admin/accounts': { email: EMAIL, name: NAME, credits: '1', label: NAME },
    'POST /console/admin/accounts/:id/credits': { amount: '1', ...REASON },
    'POST /console/admin/accounts/:id/disable': REASON,
    'POST /console/admin/accounts/:id/enable': REASON,
    'POST /console/admin/accounts/:id/rate-limit': { key_id: NAME, rate_limit: '100', ...REASON },
    'POST /console/admin/batches/:id/rows/:line/refund': REASON,
    'POST /console/admin/jobs/:id/refund': REASON,
    'POST /console/admin/jurisdictions/:id': { active: 'true', ...REASON },
    'POST /console/admin/personal-data': { entity_id: NAME, ...REASON },
    'POST /console/sign-in': { action: 'verify', email: EMAIL, code: '123456', password: NAME },
    'POST /console/sign-out': {},
    'POST /console/verify': { entity_name: NAME, jurisdiction: 'us-co', tier: 'deep', force_refresh: 'true' },
    'POST /console/search': { entity_name: NAME, 'country:us': 'on', 'jurisdiction:us-co': 'on' },
    'POST /console/review/:id/meant': { jurisdiction_id: NAME, note: NAME },
    'POST /console/jobs/:id/meant': { jurisdiction_id: NAME, note: NAME },
    'POST /console/batches/:id/rows/:line/meant': { jurisdiction_id: NAME, note: NAME },
    'POST /console/monitoring/mail': { every: NAME },
    'POST /console/monitoring/clock': { by: NAME },
    'POST /console/batches/:id/start': {},
    'POST /console/batches/:id/cancel': {},
    'POST /console/batches/:id/again': { max_credits: '999999999' },
    'POST /console/billing/buy': { package_id: NAME },
    'POST /console/entities/:id/history': {},
    'POST /console/watches': { ...WATCH, max_credits_per_month: '999999999' },
    'POST /console/watches/:id': { every: '7d', webhook_url: ADDRESS },
    'POST /console/watches/:id/check': {},
    'POST /console/watches/:id/delete': {},
    'POST /console/webhooks/test': { webhook_url: ADDRESS },
    'POST /console/webhooks/secret': {},
    'POST /console/webhooks/secret/rotate': {},
    'POST /console/webhooks/:id/redeliver': {},
    'POST /console/keys': { label: NAME, ...FORM_BUDGET },
    'POST /console/keys/:id': { label: NAME, ...FORM_BUDGET },
    'POST /console/keys/:id/revoke': {},
    'POST /console/*': { anything: NAME },
  }),
  ...taking('file', { 'POST /v1/batches': {}, 'POST /console/batches': { start: 'true', webhook_url: ADDRESS } }),
};

const QUERIES = ['entity_name', 'text', 'cursor', 'status', 'jurisdiction', 'from', 'to', 'as_of', 'limit', 'offset'];

/** Returns routes that take a body but have no case here, and cases without a route. */
export function unknownRoutes(routes: readonly string[]): string[] {
  const bodied = routes.filter((route) => /^(?:POST|PUT|PATCH) /.test(route));
  return [
    ...bodied.filter((route) => !Object.hasOwn(TAKEN, route)).map((route) => `${route} has no case`),
    ...Object.keys(TAKEN).flatMap((route) => (bodied.includes(route) ? [] : [`${route} is no route`])),
  ];
}

/**
 * Returns the largest requests of a route. `own` has the fields without which a form is not read.
 */
export function largestInputs(route: string, own: Readonly<Record<string, string>> = {}): LargestInput[] {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:\w+|\*/g, 'nothing');
  const addresses = addressesOf(pattern).map(([what, address]) => ({ what, method, path: address }));
  const taken = TAKEN[route];
  const bodies = taken ? bodiesOf(taken, own).map((sent) => ({ method, path, ...sent })) : [];
  return [...(method === 'OPTIONS' ? [] : addresses), ...bodies].map((input) => ({
    ...input,
    what: `${route}: ${input.what}`,
  }));
}

function taking(kind: Kind, fields: Record<string, Record<string, unknown>>): Record<string, Taken> {
  return Object.fromEntries(Object.entries(fields).map(([route, given]) => [route, { kind, fields: given }]));
}

function addressesOf(pattern: string): [what: string, path: string][] {
  const plain = pattern.replaceAll(/:\w+|\*/g, 'nothing');
  const pairs = (pair: (at: number) => string, bytes = QUERY_BYTES) => {
    let query = '';
    for (let at = 0; query.length < bytes; at++) query += `&${pair(at)}`;
    return `${plain}?${query.slice(1)}`;
  };
  const long = encodeURIComponent(NAME).slice(0, Math.floor(QUERY_BYTES / QUERIES.length / 9) * 9);
  const queries: [string, string][] = [
    ['one parameter very often', pairs(() => 'limit=1')],
    ['many parameters that it does not know', pairs((at) => `limi${at}=1`)],
    ['parameters inside of parameters', pairs((at) => `limit[${at}][a][b]=1`)],
    ['a long text in every parameter', `${plain}?${QUERIES.map((name) => `${name}=${long}`).join('&')}`],
  ];
  if (!/[:*]/.test(pattern)) return queries;
  const fill = (text: string) => pattern.replaceAll(/:\w+|\*/g, text);
  const some = Math.floor(PATH_BYTES / 24);
  return [
    ...queries,
    ['a long path', fill(encodeURIComponent('🦄').repeat(some))],
    ['a path of dots', fill('.%2e/'.repeat(some))],
  ];
}
