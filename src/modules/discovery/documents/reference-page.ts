import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { published, type Published } from './published.js';

const SCRIPT = '/reference/scalar.js';
const START = '/reference/start.js';
const STYLE = '/reference/page.css';

/**
 * The page runs only code served by this service and contacts no other host, whatever the
 * reference's own code tries to fetch. Requests tried out go to the service's public URL, which is
 * another origin if the page was opened under another name, such as `localhost`.
 */
const policyAt = (url: string) =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `connect-src 'self' ${new URL(url).origin}`,
    `img-src 'self' data:`,
    `font-src 'self' data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** Relative path, because the service may be served under a path of its host. */
const beside = (path: string) => path.slice(1);

const page = (hasConsole: boolean) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Standing: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${beside(STYLE)}">
</head>
<body>
<nav aria-label="Standing"><a href=".">Standing</a> <a href="docs">Guides</a>${hasConsole ? ' <a href="console">Console</a>' : ''}</nav>
<div id="app"></div>
<noscript>This page needs JavaScript. The same is in <a href="openapi.yaml">openapi.yaml</a> and <a href="llms.txt">llms.txt</a>.</noscript>
<script src="${beside(SCRIPT)}"></script>
<script src="${beside(START)}"></script>
</body>
</html>
`;

const START_SCRIPT = `Scalar.createApiReference('#app', {
  url: new URL('openapi.json', location.href).href,
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  authentication: { preferredSecurityScheme: 'ApiKey' },
  documentDownloadType: 'direct',
  darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
});
`;

/** Code lines can be wider than a phone; the page itself must not be. */
const STYLESHEET = `body { margin: 0; --scalar-custom-header-height: 44px; }
nav { position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: 44px; padding: 0 16px;
  display: flex; gap: 24px; align-items: center; font: 15px system-ui, sans-serif;
  background: Canvas; border-bottom: 1px solid GrayText; }
nav a { color: LinkText; }
html, body, #app { max-width: 100vw; overflow-x: clip; }
#app pre, #app table { max-width: 100%; overflow-x: auto; }
`;

export const REFERENCE_PATHS = ['/reference', SCRIPT, START, STYLE];

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The interactive reference: the page, its start script, and Scalar's file from its package. */
export function referenceDocuments(url: string, hasConsole: boolean): [path: string, document: Published][] {
  const headers = {
    'content-security-policy': policyAt(url),
    'referrer-policy': 'no-referrer',
  };
  return [
    ['/reference', published('text/html; charset=utf-8', page(hasConsole), headers)],
    [SCRIPT, published(JAVASCRIPT, scalar())],
    [START, published(JAVASCRIPT, START_SCRIPT)],
    [STYLE, published('text/css; charset=utf-8', STYLESHEET)],
  ];
}

function scalar(): Buffer {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return fs.readFileSync(join(dirname(entry), 'js', 'standalone.js'));
}
