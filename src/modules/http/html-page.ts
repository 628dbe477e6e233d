import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1rem; color: #1a1d21; }
  h1 { font-size: 1.4rem; } .note { background: #fff4d6; padding: .6rem .8rem; border-radius: .4rem; }
  form { display: flex; gap: .6rem; margin-top: 1.5rem; }
  button { font: inherit; padding: .5rem 1.4rem; border-radius: .4rem; border: 1px solid #1a1d21; background: #fff; cursor: pointer; }
  button[value=pay], button.first { background: #1a1d21; color: #fff; }
  form.column { flex-direction: column; } form.column button { align-self: start; }
  label { display: grid; gap: .2rem; } input { font: inherit; padding: .5rem; border: 1px solid #1a1d21; border-radius: .4rem; }
  .wrong { background: #fde7e7; padding: .6rem .8rem; border-radius: .4rem; } details { margin-top: 1.5rem; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** `formTargets`: where else than here the answer to a form may lead on to. */
function policy(formTargets: readonly string[]): string {
  return [
    `default-src 'none'`,
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
}

/** A page that loads nothing, runs nothing, is kept nowhere and shown in no frame. `body` is HTML. */
export function page(reply: FastifyReply, title: string, body: string, formTargets: readonly string[] = []): string {
  for (const [name, value] of Object.entries(pageHeaders(formTargets))) void reply.header(name, value);
  return pageHtml(title, body);
}

export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(formTargets),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

export function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
