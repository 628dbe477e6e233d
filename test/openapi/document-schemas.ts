import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// The first context of a catalogue is its own. Any number of contexts of its APIs follow.
const ajv = new Ajv2020({ allErrors: true, strictTuples: false });
addFormats.default(ajv);

/** Returns the schema violations of a document as `place message`; empty if it is valid. */
export function breaches(schema: SchemaObject, document: unknown): string[] {
  ajv.validate(schema, document);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

const text = { type: 'string', minLength: 1 };
const address = { type: 'string', format: 'uri', pattern: '^https://' };
const list = (items: object, minItems = 1) => ({ type: 'array', minItems, items });
/** Returns the schema of an object with only these members, the `required` ones mandatory. */
const members = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});
const MEDIA_TYPE = { type: 'string', pattern: '^[\\w.+-]+/[\\w.+-]+(;\\s*[\\w-]+=("[^"]*"|[\\w.+-]+))*$' };
const VERSION_DATE = { type: 'string', format: 'date' };

/** SEP-2127: a server card. Lists of tools and sign-in declarations are not part of it. */
export const SERVER_CARD = members(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', minLength: 1, maxLength: 255 },
  },
  {
    title: { type: 'string', minLength: 1, maxLength: 100 },
    websiteUrl: address,
    remotes: list(
      members(
        { type: { enum: ['streamable-http', 'sse'] }, url: address },
        {
          supportedProtocolVersions: list(VERSION_DATE),
          headers: list(
            members(
              { name: { type: 'string', pattern: '^[A-Za-z0-9-]+$' } },
              { description: text, isRequired: { type: 'boolean' }, isSecret: { type: 'boolean' } },
            ),
          ),
        },
      ),
    ),
  },
);

/** AI catalogue 1.0: every entry names its media type, and contains its content or links to it. */
export const AI_CATALOG = members({
  specVersion: { const: '1.0' },
  entries: {
    ...list({
      ...members(
        { identifier: { type: 'string', pattern: '^urn:air:[a-z0-9.-]+(:[a-z0-9._-]+)+$' }, type: MEDIA_TYPE },
        { url: address, data: { type: 'object' }, displayName: text, description: text },
      ),
      oneOf: [{ required: ['url'] }, { required: ['data'] }],
    }),
    uniqueItems: true,
  },
});

const targets = list(members({ href: address }, { type: MEDIA_TYPE, title: text }));

/**
 * RFC 9727 as a linkset (RFC 9264, 4.2): the catalogue lists its APIs, and each API links to its
 * description.
 */
export const API_CATALOG = members({
  linkset: {
    type: 'array',
    minItems: 2,
    prefixItems: [members({ anchor: { ...address, pattern: '/\\.well-known/api-catalog$' }, item: targets })],
    items: members(
      { anchor: address, 'service-desc': targets },
      { 'service-doc': targets, 'service-meta': targets, status: targets },
    ),
  },
});

const scheme = {
  ...members(
    {},
    {
      apiKeySecurityScheme: members({ location: { enum: ['header', 'query', 'cookie'] }, name: text }),
      oauth2SecurityScheme: members(
        {
          flows: members({
            authorizationCode: members(
              {
                authorizationUrl: address,
                tokenUrl: address,
                scopes: { type: 'object', additionalProperties: text },
              },
              { refreshUrl: address, pkceRequired: { type: 'boolean' } },
            ),
          }),
        },
        { oauth2MetadataUrl: address },
      ),
    },
  ),
  minProperties: 1,
  maxProperties: 1,
};

/**
 * A2A 1.0: the members that the protocol marks as required. Its own library finds unknown members.
 */
export const AGENT_CARD = {
  type: 'object',
  required: [
    'name',
    'description',
    'version',
    'supportedInterfaces',
    'capabilities',
    'defaultInputModes',
    'defaultOutputModes',
    'skills',
  ],
  properties: {
    name: text,
    description: text,
    version: text,
    provider: members({ organization: text, url: address }),
    documentationUrl: address,
    supportedInterfaces: list(
      members({
        url: address,
        protocolBinding: { enum: ['JSONRPC', 'HTTP+JSON', 'GRPC'] },
        protocolVersion: { const: '1.0' },
      }),
    ),
    capabilities: { type: 'object' },
    defaultInputModes: list(MEDIA_TYPE),
    defaultOutputModes: list(MEDIA_TYPE),
    securitySchemes: { type: 'object', additionalProperties: scheme },
    skills: list({
      type: 'object',
      required: ['id', 'name', 'description', 'tags'],
      properties: { id: text, name: text, description: text, tags: list(text), inputModes: list(MEDIA_TYPE) },
    }),
  },
};

/** Agent skills discovery 0.2.0. */
export const SKILLS_INDEX = members({
  $schema: { const: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json' },
  skills: list(
    members({
      name: { type: 'string', maxLength: 64, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
      type: { enum: ['skill-md', 'archive'] },
      description: { type: 'string', minLength: 1, maxLength: 1024 },
      url: address,
      digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
    }),
  ),
});

const once = (item: object) => ({ ...list(item), maxItems: 1 });
const reachable = { type: 'string', format: 'uri', pattern: '^(https://|mailto:[^@\\s]+@|tel:)' };
const YEAR_MS = 365 * 86_400_000;

/** RFC 9116: valid on the given day, and for less than a year after it. */
export const securityTxtOn = (day: Date) =>
  members(
    {
      contact: list(reachable),
      expires: once({
        type: 'string',
        format: 'date-time',
        formatExclusiveMinimum: day.toISOString(),
        formatExclusiveMaximum: new Date(day.getTime() + YEAR_MS).toISOString(),
      }),
    },
    {
      canonical: list(address),
      policy: list(address),
      encryption: list(reachable),
      acknowledgments: list(address),
      hiring: list(address),
      'preferred-languages': once({ type: 'string', pattern: '^[A-Za-z-]+(, ?[A-Za-z-]+)*$' }),
    },
  );

/**
 * Returns the fields of a security.txt in order, by lower-case name. Each line is a field, a
 * comment or empty.
 */
export function securityFields(source: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const line of source.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a field: ${line}`);
    (fields[name.toLowerCase()] ??= []).push(value);
  }
  return fields;
}
