import { PRICES } from '../../../core/billing/pricing.js';
import type { Tool } from '../../tools/tool.js';
import { TOOLS } from '../../tools/tools.js';
import { guideList } from '../guides/guides.js';
import { json, published, type Published } from './published.js';
import { skillList } from './skills.js';

export interface Site {
  url: string;
  version: string;
  registryMode: 'live' | 'sandbox';
  freeCredits: number;
  signUp: boolean;
  sellsCredits: boolean;
  termsUrl: string | undefined;
  serves: (path: string) => boolean;
}

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
/** Media type of openapi.json. */
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1';
const SECURITY_DAYS = 180;
const DAY_MS = 86_400_000;

/** RFC 9727, as a linkset (RFC 9264). */
export function apiCatalog({ url, serves }: Site): Published {
  const meta = [
    '/.well-known/ai-catalog.json',
    '/mcp/server-card',
    '/.well-known/agent-card.json',
    '/.well-known/oauth-protected-resource',
  ];
  const linkset = [
    { anchor: `${url}/.well-known/api-catalog`, item: [{ href: `${url}/v1` }] },
    {
      anchor: `${url}/v1`,
      'service-desc': [
        { href: `${url}/openapi.json`, type: OPENAPI_TYPE },
        { href: `${url}/openapi.yaml`, type: 'application/yaml' },
      ],
      'service-doc': [`${url}/reference`, `${url}/docs`].map((href) => ({ href, type: 'text/html' })),
      'service-meta': meta.filter((path) => serves(path)).map((path) => ({ href: url + path })),
      status: [{ href: `${url}/health/ready`, type: 'application/json' }],
    },
  ];
  return json({ linkset }, CATALOG_TYPE, { link: `<${url}/.well-known/api-catalog>; rel="api-catalog"` });
}

/** RFC 9116. Never expires while the service runs: the date moves on every day. */
export function securityTxt(url: string, contact: string, now: Date): Published {
  const expires = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + SECURITY_DAYS * DAY_MS).toISOString();
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${url}/.well-known/security.txt`,
  ];
  return published('text/plain; charset=utf-8', `${lines.join('\n')}\n`);
}

/** RFC 8288: links to the other documents. */
export function links({ url, serves }: Site): string {
  const link = (path: string, rel: string, type?: string) =>
    `<${url}${path}>; rel="${rel}"${type ? `; type="${type.replaceAll('"', '\\"')}"` : ''}`;
  return [
    link('/.well-known/api-catalog', 'api-catalog', CATALOG_TYPE),
    link('/openapi.json', 'service-desc', OPENAPI_TYPE),
    link('/reference', 'service-doc', 'text/html'),
    link('/health/ready', 'status', 'application/json'),
    link('/llms.txt', 'describedby', 'text/plain'),
    link('/.well-known/ai-catalog.json', 'service-meta', 'application/ai-catalog+json'),
    ...(serves('/.well-known/mcp/server-card.json')
      ? [link('/.well-known/mcp/server-card.json', 'service-meta', 'application/json')]
      : []),
    ...(serves('/.well-known/agent-card.json')
      ? [link('/.well-known/agent-card.json', 'service-meta', 'application/json')]
      : []),
    link('/.well-known/agent-skills/index.json', 'service-meta', 'application/json'),
    link('/.well-known/security.txt', 'describedby', 'text/plain'),
    link('/index.md', 'alternate', 'text/markdown'),
  ].join(', ');
}

export function entryJson(site: Site): Published {
  const { url, version, serves } = site;
  const at = (path: string) => (serves(path) ? url + path : undefined);
  const entry = {
    service: 'Standing',
    description: 'Is this business registered in this jurisdiction, and in good standing?',
    version,
    documentation: `${url}/llms.txt`,
    reference: `${url}/reference`,
    guides: `${url}/docs`,
    openapi: `${url}/openapi.json`,
    mcp: at('/mcp'),
    a2a: at('/a2a'),
    tools: serves('/tools/openai.json')
      ? { openai: `${url}/tools/openai.json`, anthropic: `${url}/tools/anthropic.json` }
      : undefined,
    skills: `${url}/.well-known/agent-skills/index.json`,
    api_catalog: `${url}/.well-known/api-catalog`,
    jurisdictions: `${url}/v1/jurisdictions`,
    config: `${url}/v1/config`,
    health: `${url}/health/ready`,
    terms: site.termsUrl,
    first_step: site.signUp
      ? `POST ${url}/v1/auth/request-access {"email":"you@example.com","accept_terms":true}`
      : 'Ask the operator of this service for an account and a key.',
  };
  return json(entry, undefined, { link: links(site), vary: 'Accept' });
}

function toolNames(access: Tool['access']): string {
  return TOOLS.filter((tool) => tool.access === access)
    .map(({ name }) => `\`${name}\``)
    .join(', ');
}

export function entryMarkdown(site: Site): Published {
  const headers = { link: links(site), vary: 'Accept', 'content-location': `${site.url}/index.md` };
  return published('text/markdown; charset=utf-8', overview(site), headers);
}

export function llmsTxt(site: Site): Published {
  return published('text/plain; charset=utf-8', overview(site));
}

function overview({ url, serves, freeCredits, signUp, sellsCredits, registryMode }: Site): string {
  const curl = (path: string, body?: object, headers: readonly string[] = []) => curlCommand(url + path, body, headers);
  const sample = sampleName(registryMode);
  const { quick, deep, deepForceRefresh, searchPerJurisdiction, history } = PRICES;
  const optional = [
    ...(serves('/mcp')
      ? [`- [MCP](${url}/mcp): Streamable HTTP; ${toolNames('open')} need no credentials, ${toolNames('key')} do`]
      : []),
    ...(serves('/a2a') ? [`- [A2A](${url}/a2a): the same tools as an agent`] : []),
    ...(serves('/tools/openai.json')
      ? [`- [Tools for OpenAI](${url}/tools/openai.json), [for Anthropic](${url}/tools/anthropic.json)`]
      : []),
  ];
  return `# Standing

> Is this business registered in this jurisdiction, and in good standing? Standing asks the official register, decides which record is
> meant, keeps the record and its history, and bills in prepaid credits.

*Absent*, *unreachable* and *not sure* are three different answers. A confirmed no-match (404 \`ENTITY_NOT_FOUND\`) is a result and is
charged; a register that does not answer (503, 504, or a failed job) is not. \`data.match.review\` says when the match needs a review.

## Start

${signUp ? '' : 'The operator of this service creates accounts. For a key of yours: '}${signUp ? 'Ask' : 'ask'} for a six-digit code, which comes by e-mail; exchange it for an API key${signUp ? ` and ${freeCredits} free credits` : ''}; verify. Where it says CODE and KEY, put yours.

\`\`\`sh
${curl('/v1/auth/request-access', { email: 'you@example.com', accept_terms: true })}
${curl('/v1/auth/verify-access', { email: 'you@example.com', code: 'CODE' })}
${curl('/v1/verify', { entity_name: sample, jurisdiction: 'us-co' }, ['x-api-key: KEY', 'prefer: wait=20'])}
\`\`\`

An answer that takes longer is 202 with a \`job_id\`: \`GET ${url}/v1/verify/status/JOB_ID\` is free. What is known already is answered at once.

## Receive a webhook

With \`webhook_url\` the end of a job is also sent to a public https address of yours. SECRET is what the first command answers.

\`\`\`sh
${curl('/v1/account/webhook-secret', undefined, ['x-api-key: KEY'])}
${curl('/v1/verify', { entity_name: sample, jurisdiction: 'us-co', tier: 'deep', force_refresh: true, webhook_url: 'https://hooks.example.com/standing' }, ['x-api-key: KEY'])}
\`\`\`

\`X-Service-Signature\` of that request has to equal this, made of its body byte for byte:

\`\`\`sh
echo "sha256=$(openssl dgst -sha256 -hmac 'SECRET' < body | sed 's/.* //')"
\`\`\`

What was missed: \`GET ${url}/v1/webhooks/events\`.

## Read the bill

\`\`\`sh
${curl('/v1/account', undefined, ['x-api-key: KEY'])}
${curl('/v1/billing', undefined, ['x-api-key: KEY'])}
\`\`\`

Prices in credits: quick ${quick}, deep ${deep}, deep with force_refresh ${deepForceRefresh}, search ${searchPerJurisdiction} for each jurisdiction, history ${history}; an answered check of a watch and an answered row of a batch cost a verification of their tier. Reading what was found, jobs, batches, deliveries and quotes is free.

## Documents

- [Reference](${url}/reference): every operation, to try out
- [OpenAPI 3.1](${url}/openapi.json): the same for programs, also as [YAML](${url}/openapi.yaml)
- [Jurisdictions](${url}/v1/jurisdictions): the codes, and what each register offers
- [Prices, packages, limits](${url}/v1/config)
${optional.length > 0 ? `${optional.join('\n')}\n` : ''}
## Guides

${guideList(url)}

## Skills

${skillList(sellsCredits)
  .map(({ name, description }) => `- [${name}](${url}/.well-known/agent-skills/${name}/SKILL.md): ${description}`)
  .join('\n')}
`;
}

/** The business in examples: one that exists in the sandbox, so that they succeed unchanged. */
export function sampleName(registryMode: Site['registryMode']): string {
  return registryMode === 'sandbox' ? 'Imaginary Lanterns LLC' : 'NAME';
}

/** One line, to be pasted unchanged. */
function curlCommand(url: string, body: object | undefined, headers: readonly string[]): string {
  const sent = [...headers, ...(body ? ['content-type: application/json'] : [])];
  return [
    `curl -sS ${url}`,
    ...sent.map((header) => `-H '${header}'`),
    ...(body ? [`-d '${JSON.stringify(body)}'`] : []),
  ].join(' ');
}
