import type { FastifyReply } from 'fastify';
import { ICON, MARK, STYLE, STYLE_SOURCE } from './page-style.js';

interface Allowed {
  /** Other origins a form's response may redirect to. */
  formTargets?: readonly string[];
  images?: boolean;
  scripts?: boolean;
}

function policy({ formTargets = [], images = false, scripts = false }: Allowed): string {
  return [
    `default-src 'none'`,
    ...(scripts ? [`script-src 'self'`] : []),
    `style-src ${STYLE_SOURCE}`,
    `img-src ${images ? "'self' " : ''}data:`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
}

/** HTML has tabs and line ends of its own. */
const DISORDERLY = /[\u202A-\u202E\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu;

/**
 * Removes control characters, and those with which a name of others could reorder the text around
 * it.
 */
export function withoutDisorder(html: string): string {
  return html.replaceAll(DISORDERLY, '');
}

/** A page that loads nothing, runs nothing, is not cached and cannot be framed. `body` is HTML. */
export function page(reply: FastifyReply, title: string, body: string, formTargets: readonly string[] = []): string {
  for (const [name, value] of Object.entries(pageHeaders({ formTargets }))) void reply.header(name, value);
  return withoutDisorder(pageHtml(title, body));
}

export function pageHeaders(allowed: Allowed = {}): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(allowed),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  };
}

interface Frame {
  /** Above the title: the kind of page. */
  eyebrow?: string;
  /** HTML next to the page, before it in reading order. */
  aside?: string;
  footer?: string;
  /** Runs once the page has loaded. */
  script?: string;
  /** For pages with tables and images. */
  wide?: boolean;
}

export function pageHtml(title: string, body: string, { eyebrow, aside, footer, script, wide }: Frame = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${ICON}">
<title>${escapeHtml(title)} · Standing</title>
<style>${STYLE}</style>
</head>
<body${wide ? ` class="wide${aside === undefined ? '' : ' sided'}"` : ''}>
<header><p class="brand">${MARK}Standing</p></header>
${aside ?? ''}<main>
${eyebrow === undefined ? '' : `<p class="eyebrow">${escapeHtml(eyebrow)}</p>\n`}<h1>${escapeHtml(title)}</h1>
${body}
</main>
${footer === undefined ? '' : `<footer>${footer}</footer>\n`}${script === undefined ? '' : `<script src="${script}"></script>\n`}</body>
</html>
`;
}

/**
 * Returns the relative path from a page to the entry page, because the service may be served under
 * a path of its host.
 */
export function pathToEntry(path: string): string {
  return '../'.repeat(path.split('?')[0]!.split('/').length - 2) || './';
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
