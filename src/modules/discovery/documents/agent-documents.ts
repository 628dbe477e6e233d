import { SCOPE_WORDS } from '../../../core/accounts/scope.js';
import type { Tool } from '../../tools/tool.js';
import { TOOLS } from '../../tools/tools.js';
import { JSON_TYPE } from '../../http/answers/answer-headers.js';
import { json, type Published } from './published.js';

export interface AgentFacts {
  url: string;
  version: string;
  mcp: boolean;
  a2a: boolean;
  oauth: boolean;
}

const SUMMARY = 'Checks in official registers whether a business is registered and in good standing.';
const SERVER_CARD_TYPE = 'application/mcp-server-card+json';
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

export const AGENT_DOCUMENT_PATHS = [
  '/mcp/server-card',
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-card.json',
  '/.well-known/ai-catalog.json',
];

/** Returns the discovery documents for MCP and A2A, limited to what this process serves. */
export function agentDocuments(facts: AgentFacts): [path: string, document: Published][] {
  const card = json(serverCard(facts), SERVER_CARD_TYPE);
  return [
    ...(facts.mcp
      ? ([
          ['/mcp/server-card', card],
          ['/.well-known/mcp/server-card.json', { ...card, type: JSON_TYPE }],
        ] as const)
      : []),
    ...(facts.a2a ? ([['/.well-known/agent-card.json', json(agentCard(facts))]] as const) : []),
    ['/.well-known/ai-catalog.json', json(aiCatalog(facts), 'application/ai-catalog+json')],
  ].map(([path, document]) => [path, document] as [string, Published]);
}

/** SEP-2127. The name is the reversed host name, as for packages. */
function serverCard({ url, version, oauth }: AgentFacts) {
  const { hostname } = new URL(url);
  const namespace = /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname.split('.').toReversed().join('.');
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${namespace}/standing`,
    title: 'Standing',
    description: SUMMARY,
    version,
    websiteUrl: `${url}/reference`,
    // The second address is for clients that sign in only when connecting is refused.
    remotes: [`${url}/mcp`, ...(oauth ? [`${url}/mcp?sign_in=1`] : [])].map((remote) => ({
      type: 'streamable-http',
      url: remote,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
      headers: [{ name: 'X-API-Key', description: 'A key, instead of signing in.', isRequired: false, isSecret: true }],
    })),
  };
}

/** A2A 1.0. */
function agentCard({ url, version, oauth }: AgentFacts) {
  return {
    name: 'Standing',
    description: SUMMARY,
    version,
    provider: { organization: 'Standing', url },
    documentationUrl: `${url}/reference`,
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['application/json', 'text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    securitySchemes: {
      apiKey: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } },
      ...(oauth ? { oauth: { oauth2SecurityScheme: oauthScheme(url) } } : {}),
    },
    securityRequirements: [
      { schemes: { apiKey: { list: [] } } },
      ...(oauth ? [{ schemes: { oauth: { list: [] } } }] : []),
    ],
    skills: TOOLS.map(skill),
  };
}

/** Every tool is a skill, which messages name. */
function skill({ name, title, description, tags, sentence }: Tool) {
  return {
    id: name,
    name: title,
    description,
    tags,
    ...(sentence === undefined ? {} : { examples: [sentence] }),
    inputModes: ['application/json', ...(sentence === undefined ? [] : ['text/plain'])],
  };
}

function oauthScheme(url: string) {
  return {
    flows: {
      authorizationCode: {
        authorizationUrl: `${url}/oauth/authorize`,
        tokenUrl: `${url}/oauth/token`,
        refreshUrl: `${url}/oauth/token`,
        scopes: SCOPE_WORDS,
        pkceRequired: true,
      },
    },
    oauth2MetadataUrl: `${url}/.well-known/oauth-authorization-server`,
  };
}

function aiCatalog({ url, mcp, a2a }: AgentFacts) {
  const { hostname } = new URL(url);
  const entry = (kind: string, type: string, path: string) => ({
    identifier: `urn:air:${hostname.replaceAll(':', '-')}:${kind}:standing`,
    type,
    url: url + path,
  });
  return {
    specVersion: '1.0',
    entries: [
      ...(mcp ? [entry('mcp', SERVER_CARD_TYPE, '/mcp/server-card')] : []),
      ...(a2a ? [entry('a2a', 'application/a2a-agent-card+json', '/.well-known/agent-card.json')] : []),
      entry('openapi', 'application/vnd.oai.openapi+json;version=3.1', '/openapi.json'),
    ],
  };
}
