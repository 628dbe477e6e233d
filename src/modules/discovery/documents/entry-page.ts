import { PRICES } from '../../../core/billing/pricing.js';
import { escapeHtml, pageHeaders, pageHtml } from '../../http/answers/html-page.js';
import { links, sampleName, type Site } from './entry-documents.js';
import { published, type Published } from './published.js';

export function entryPage(site: Site): Published {
  const html = pageHtml('Is this business registered, and in good standing?', body(site), { footer: footer(site) });
  const { 'content-type': type = '', ...headers } = pageHeaders();
  return published(type, html, {
    ...headers,
    link: links(site),
    vary: 'Accept',
    'content-location': `${site.url}/index.html`,
  });
}

function body({ url, freeCredits, signUp, termsUrl, serves, registryMode }: Site): string {
  const sample = sampleName(registryMode);
  return `<p>Standing asks the official register of a jurisdiction, decides which record is meant, and keeps the record with its history.
<em>Absent</em>, <em>unreachable</em> and <em>not sure</em> are three different answers.</p>
<h2>Begin</h2>
<p>Ask for a code by e-mail; ${signUp ? `a new address gets ${freeCredits} free credits` : 'the operator of this service creates accounts'}.${termsUrl ? ` You accept the <a href="${escapeHtml(termsUrl)}">terms of service</a>.` : ''}</p>
<pre>${request(url, '/v1/auth/request-access', { email: 'you@example.com', accept_terms: true })}</pre>
<p>Exchange the code for a key.</p>
<pre>${request(url, '/v1/auth/verify-access', { email: 'you@example.com', code: 'CODE' })}</pre>
<p>Verify a business. A quick verification costs ${PRICES.quick} credit, a deep one ${PRICES.deep}.</p>
<pre>${request(url, '/v1/verify', { entity_name: sample, jurisdiction: 'us-co' }, ['X-API-Key: KEY', 'Prefer: wait=20'])}</pre>
<h2>Look around</h2>
<ul class="plain">
${[...(serves('/console') ? [CONSOLE] : []), ...LINKS].map(([path, words]) => `<li><a href="${path}">${escapeHtml(words)}</a></li>`).join('\n')}
</ul>
${serves('/mcp') ? forAgents(url, serves('/a2a')) : ''}`;
}

const CONSOLE = ['console/sign-in', 'Console, for people: sign in and look'] as const;

/** Relative, because the service may be served under a path of its host. */
const LINKS = [
  ['reference', 'Reference, to try out'],
  ['docs', 'Guides'],
  ['openapi.json', 'OpenAPI 3.1'],
  ['v1/jurisdictions', 'Jurisdictions'],
  ['v1/config', 'Prices, packages, limits'],
  ['llms.txt', 'All of this for language models'],
  ['health/ready', 'Health'],
] as const;

function forAgents(url: string, a2a: boolean): string {
  const config = { mcpServers: { standing: { url: `${url}/mcp`, headers: { 'X-API-Key': 'KEY' } } } };
  return `<h2>For agents</h2>
<p>An MCP client connects with this, or without the header and signs in with OAuth.${a2a ? ` A2A is at <code>${escapeHtml(url)}/a2a</code>.` : ''}</p>
<pre>${escapeHtml(JSON.stringify(config, undefined, 2))}</pre>`;
}

function footer({ version, registryMode }: Site): string {
  const mode = registryMode === 'sandbox' ? 'This is a sandbox: its businesses are fictional. ' : '';
  return `${mode}Version ${escapeHtml(version)}.`;
}

function request(url: string, path: string, fields: object, headers: readonly string[] = []): string {
  const lines = [
    `curl ${url}${path}`,
    ...[...headers, 'Content-Type: application/json'].map((header) => `  -H '${header}'`),
    `  -d '${JSON.stringify(fields)}'`,
  ];
  return escapeHtml(lines.join(' \\\n'));
}
