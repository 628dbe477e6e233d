import { Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { SCOPE_WORDS } from '../../core/accounts/scope.js';
import { ERROR_EXAMPLES } from './error-cases.js';
import { HEADERS } from './headers.js';
import { publishedModel, type ModelSchema } from './inputs.js';
import { completed, modelName, recordedAnswers } from './operations.js';
import { answerSchema, namedSchemas } from './schemas.js';
import { mapEach, shareResponses, type Paths } from './shared-responses.js';
import { WEBHOOK_HEADERS, webhooks } from './webhooks.js';

export interface OpenApiFacts {
  version: string;
  registryMode: 'live' | 'sandbox';
  /** The base URL, without a trailing slash. */
  url: string;
  freeCredits: number;
  signUp: boolean;
  termsUrl: string | undefined;
  oauth: boolean;
}

/** The API as OpenAPI 3.1, generated from the controllers of the running application. */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;

  /** The framework's scanner needs the application, which cannot be injected. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  make(facts: OpenApiFacts): OpenAPIObject {
    if (!this.app) throw new Error('the document has no application to describe');
    const {
      paths,
      components = {},
      ...document
    } = SwaggerModule.createDocument(this.app, head(facts), {
      autoTagControllers: false,
      onlyIncludeDecoratedEndpoints: true,
      standardSchemaConverter: answerSchema,
    });
    const models = (components.schemas ?? {}) as Record<string, ModelSchema>;
    const described = describedPaths(paths as unknown as Paths, models, facts.oauth);
    const shared = shareResponses(described);
    const operations = Object.values(described).flatMap((path) => Object.values(path));
    const tags = new Set(operations.flatMap((operation) => operation.tags ?? []));
    const schemes = new Set(operations.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))));
    return {
      ...document,
      tags: TAGS.filter(({ name }) => tags.has(name)),
      paths: shared.paths as OpenAPIObject['paths'],
      webhooks: webhooks(),
      components: {
        securitySchemes: Object.fromEntries(
          Object.entries(components.securitySchemes ?? {}).filter(([name]) => schemes.has(name)),
        ),
        headers: { ...HEADERS },
        parameters: WEBHOOK_HEADERS,
        responses: shared.responses,
        examples: ERROR_EXAMPLES,
        schemas: { ...partsOfBodies(models, paths as unknown as Paths), ...namedSchemas() },
      } as OpenAPIObject['components'],
    };
  }
}

/** Sorts paths alphabetically and adds the common parts to each operation. */
function describedPaths(paths: Paths, bodies: Record<string, ModelSchema>, oauth: boolean): Paths {
  const recorded = recordedAnswers();
  const entries = Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return mapEach(Object.fromEntries(entries), (methods, path) =>
    mapEach(methods, (operation) => completed(operation, { path, oauth, recorded, bodies })),
  );
}

/** Models that are only referred to by other models. */
function partsOfBodies(models: Record<string, ModelSchema>, paths: Paths): Record<string, object> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const whole = new Set(operations.map(({ requestBody }) => requestBody && modelName(requestBody)));
  const parts = Object.entries(models).filter(([name]) => !whole.has(name));
  return mapEach(Object.fromEntries(parts), publishedModel);
}

const TAGS = [
  { name: 'Access', description: 'Sign up by e-mail and get an API key.' },
  { name: 'Verification', description: 'Is a business registered, and in good standing?' },
  { name: 'Batches', description: 'Verify a file of names, row by row.' },
  { name: 'Search', description: 'Find businesses by name.' },
  { name: 'Entities', description: 'Stored businesses, their history and relations.' },
  { name: 'Account', description: 'The account, its keys and its data.' },
  { name: 'Billing', description: 'The balance, the ledger and purchases.' },
  { name: 'Webhooks', description: 'Events and their signed deliveries.' },
  { name: 'Administration', description: 'For the operator of this installation.' },
  { name: 'Facts', description: 'Jurisdictions, prices and limits.' },
  { name: 'Operations', description: 'Health and metrics, for the operator.' },
];

const description = ({
  freeCredits,
  signUp,
}: OpenApiFacts) => `Is this business registered in this jurisdiction, and in good standing? Standing asks the official register, decides which
record is meant, keeps the record and its history, and bills in prepaid credits.

*Absent*, *unreachable* and *not sure* are three different answers: a confirmed no-match is 404 ENTITY_NOT_FOUND and is charged, a register
that does not answer is 503 or 504 and is not, and a match that needs a review says so in data.match.review.

A field that a body may leave out may also be null, which means the same unless the field says otherwise. Empty text is refused.

Every answer says Cache-Control: no-store, Vary, X-Content-Type-Options: nosniff, a Content-Security-Policy and Referrer-Policy: no-referrer.

Start with POST /v1/auth/request-access: ${signUp ? `a new address gets ${freeCredits} credits` : 'the address of an account gets a key. The operator of this service creates accounts'}.`;

function head(facts: OpenApiFacts) {
  const { version, registryMode, termsUrl, url } = facts;
  const header = (name: string, about: string) => ({ type: 'apiKey' as const, name, description: about });
  const server = registryMode === 'live' ? 'Production' : 'Sandbox: answers say nothing of real businesses';
  const { info, ...rest } = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Standing')
    .setDescription(description(facts))
    .setVersion(version)
    .addServer(url, server, undefined, { 'x-internal': false })
    .addApiKey(header('X-API-Key', 'Every scope. POST /v1/auth/request-access gets you one.'), 'ApiKey')
    .addOAuth2(
      {
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
      'OAuth',
    )
    .addApiKey(header('Stripe-Signature', 'By which Stripe proves what it sends.'), 'StripeSignature')
    .addApiKey(header('X-Admin-Key', 'A key of ADMIN_API_KEY.'), 'AdminKey')
    .build();
  return {
    ...rest,
    // The builder does not support OpenAPI 3.1's summary and licence identifier.
    info: {
      ...info,
      summary: 'Business verification against official registers',
      ...(termsUrl ? { termsOfService: termsUrl } : {}),
      contact: { name: 'Support', url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
  };
}
