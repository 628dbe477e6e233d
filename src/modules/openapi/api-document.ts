import { Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { SCOPE_WORDS } from '../../core/accounts/scope.js';
import { keySource, type Offer } from '../http/answers/suggestions.js';
import { errorExamples } from './error-cases.js';
import { HEADERS } from './headers.js';
import { publishedModel, type ModelSchema } from './inputs.js';
import { completed, modelName, recordedAnswers } from './operations.js';
import { codeSamples } from './code-samples.js';
import { namedSchemas } from './schemas.js';
import { mapEach, shareResponses, type Paths } from './shared-responses.js';
import { placeOf, TAGS } from './tags.js';
import { WEBHOOK_HEADERS, webhooks } from './webhooks.js';

export interface OpenApiFacts extends Offer {
  version: string;
  registryMode: 'live' | 'sandbox';
  /** The base URL, without a trailing slash. */
  url: string;
  freeCredits: number;
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
    });
    const models = (components.schemas ?? {}) as Record<string, ModelSchema>;
    const described = describedPaths(paths as unknown as Paths, models, facts);
    const shared = shareResponses(described);
    const operations = Object.values(described).flatMap((path) => Object.values(path));
    const tags = new Set(operations.flatMap((operation) => operation.tags ?? []));
    const schemes = new Set(operations.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))));
    return {
      ...document,
      tags: TAGS.filter(({ name }) => tags.has(name)).map(({ name, description: about }) => ({
        name,
        description: about,
      })),
      paths: shared.paths as OpenAPIObject['paths'],
      webhooks: webhooks(),
      components: {
        securitySchemes: Object.fromEntries(
          Object.entries(components.securitySchemes ?? {}).filter(([name]) => schemes.has(name)),
        ),
        headers: { ...HEADERS },
        parameters: WEBHOOK_HEADERS,
        responses: shared.responses,
        examples: errorExamples(facts),
        schemas: { ...partsOfBodies(models, paths as unknown as Paths), ...namedSchemas() },
      } as OpenAPIObject['components'],
    };
  }
}

/** Orders the operations for readers and adds the common parts to each. */
function describedPaths(paths: Paths, bodies: Record<string, ModelSchema>, { oauth, url }: OpenApiFacts): Paths {
  const recorded = recordedAnswers();
  return mapEach(ordered(paths), (methods, path) =>
    mapEach(methods, (operation, method) => {
      const whole = completed(operation, { path, oauth, recorded, bodies });
      const samples = codeSamples(whole, { method, path, url });
      return samples.length > 0 ? { ...whole, 'x-codeSamples': samples } : whole;
    }),
  );
}

/** A path stands where the first of its operations does. */
function ordered(paths: Paths): Paths {
  const sorted = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).toSorted(([, a], [, b]) => placeOf(a) - placeOf(b));
    const [[, first] = []] = operations;
    return { path, place: first ? placeOf(first) : 0, methods: Object.fromEntries(operations) };
  });
  sorted.sort((a, b) => a.place - b.place);
  return Object.fromEntries(sorted.map(({ path, methods }) => [path, methods]));
}

/** Models that are only referred to by other models. */
function partsOfBodies(models: Record<string, ModelSchema>, paths: Paths): Record<string, object> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const whole = new Set(operations.map(({ requestBody }) => requestBody && modelName(requestBody)));
  const parts = Object.entries(models).filter(([name]) => !whole.has(name));
  return mapEach(Object.fromEntries(parts), publishedModel);
}

const description = ({ url, freeCredits, signUp }: OpenApiFacts) =>
  `Is this business registered in this jurisdiction, and in good standing? Standing asks the official register, decides which
record is meant, keeps the record and its history, and bills in prepaid credits.

## Start

POST /v1/auth/request-access sends a code to an e-mail address, and POST /v1/auth/verify-access returns an API key for it. ${
    signUp
      ? `A new address gets
${freeCredits} credits`
      : 'The operator of this service creates accounts'
  }. Send the key in the header X-API-Key, or as a bearer token; agents can sign in with OAuth instead. Then ask POST /v1/verify.
The [guides](${url}/docs) go through it step by step.

## Answers

*Absent*, *unreachable* and *not sure* are three different answers: a confirmed no-match is 404 ENTITY_NOT_FOUND and is charged, a register
that does not answer is 503 or 504 and is not, and a match that needs a review says so in data.match.review.

A register may take some seconds. Until it answers, POST /v1/verify returns 202 with a job; with Prefer: wait=10 it waits for the answer.

## Credits

Every answer has X-Credits-Charged and X-Credits-Remaining. Answers that a register could not give are refunded. Without enough credits a request
is refused with 402 and charges nothing.

## Repeats

A request with an Idempotency-Key can be repeated: it returns the first answer and is charged once. Send one with every charged request.
The keys belong to the account: its API keys and applications share them.

## Errors

An error has a code to act on, a message, details and a suggestion. The [list of codes](${url}/docs/reference/errors) says what to do about each.
429 says in Retry-After when to try again. Quote X-Request-Id when you ask for help.

## Bodies

A field that a body may leave out may also be null, which means the same unless the field says otherwise. Empty text is refused. Unknown fields
are refused by name. Of a field that is given twice, the last one counts.`;

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
    .addApiKey(header('X-API-Key', `Every scope. ${keySource(facts)}`), 'ApiKey')
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
