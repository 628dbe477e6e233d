import { SCOPE_WORDS } from '../../core/accounts/scope.js';
import { ERROR_EXAMPLES } from './error-responses.js';
import { HEADERS } from './headers.js';
import { operation, tagOf, TAGS } from './operation.js';
import type { DocumentedRoute } from './routes.js';
import { namedSchemas } from './schemas.js';
import { webhooks } from './webhooks.js';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  servers: Record<string, unknown>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Record<string, unknown>>>;
  webhooks?: Record<string, object>;
  components: Record<string, Record<string, unknown>>;
}

export interface OpenApiFacts {
  version: string;
  registryMode: 'live' | 'sandbox';
  /** The base address, without a slash at the end. */
  url: string;
  /** What a new account begins with. */
  freeCredits: number;
  termsUrl: string | undefined;
  /** Whether this process gives out access tokens. */
  oauth: boolean;
}

const description = (
  freeCredits: number,
) => `Is this business registered in this jurisdiction, and in good standing? Standing asks the official register, decides which
record is meant, keeps the record and its history, and bills in prepaid credits.

*Absent*, *unreachable* and *not sure* are three different answers: a confirmed no-match is 404 ENTITY_NOT_FOUND and is charged, a register
that does not answer is 503 or 504 and is not, and a match that a person should look at says so in data.match.review.

Every answer says Cache-Control: no-store, Vary, X-Content-Type-Options: nosniff, a Content-Security-Policy and Referrer-Policy: no-referrer.

Start with POST /v1/auth/request-access: a new address gets ${freeCredits} credits.`;

/** The interface as OpenAPI 3.1, made from the contracts of the routes that run. */
export function openApiDocument(routes: readonly DocumentedRoute[], facts: OpenApiFacts): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, facts.oauth) };
  }
  const used = new Set(routes.map(({ path }) => tagOf(path)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Standing',
      summary: 'Business verification against official registers',
      description: description(facts.freeCredits),
      version: facts.version,
      ...(facts.termsUrl ? { termsOfService: facts.termsUrl } : {}),
      contact: { name: 'Support', url: facts.url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: facts.url,
        description: facts.registryMode === 'live' ? 'Production' : 'Sandbox: answers say nothing of real businesses',
        'x-internal': false,
      },
    ],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    ...(used.has('Webhooks') ? { webhooks: webhooks() } : {}),
    components: {
      securitySchemes: securitySchemes(facts, routes),
      headers: HEADERS,
      examples: ERROR_EXAMPLES,
      schemas: namedSchemas(),
    },
  };
}

function securitySchemes({ url, oauth }: OpenApiFacts, routes: readonly DocumentedRoute[]): Record<string, unknown> {
  const key = { type: 'apiKey', in: 'header' };
  const used = new Set(routes.map(({ contract }) => contract.access));
  return {
    ApiKey: { ...key, name: 'X-API-Key', description: 'Every scope. POST /v1/auth/request-access gets you one.' },
    ...(oauth
      ? {
          OAuth: {
            type: 'oauth2',
            description:
              'For agents that act on behalf of an account. PKCE with S256; opaque tokens (RFC8725 does not apply).',
            flows: {
              authorizationCode: {
                authorizationUrl: `${url}/oauth/authorize`,
                tokenUrl: `${url}/oauth/token`,
                refreshUrl: `${url}/oauth/token`,
                scopes: SCOPE_WORDS,
              },
            },
          },
        }
      : {}),
    ...(used.has('signed')
      ? { StripeSignature: { ...key, name: 'Stripe-Signature', description: 'By which Stripe proves what it sends.' } }
      : {}),
    ...(used.has('admin')
      ? { AdminKey: { ...key, name: 'X-Admin-Key', description: 'The ADMIN_API_KEY of this installation.' } }
      : {}),
  };
}
