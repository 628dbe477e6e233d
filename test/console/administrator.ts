import type { Service } from '../support/harness.js';
import { Visitor, type Shown } from './visitor.js';

export const ADMIN_KEY = 'the admin key of these tests, long enough';
export const ADMIN_SESSION = 'standing_console_admin';
const SIGN_IN = '/console/admin/sign-in';
const HIDDEN = /<input type="hidden" name="([^"]+)" value="([^"]*)"/g;

/** Returns a browser that is signed in with the admin key. */
export async function administrator(service: Service): Promise<Visitor> {
  const visitor = new Visitor(service);
  await visitor.press(SIGN_IN, SIGN_IN, { admin_key: ADMIN_KEY });
  return visitor;
}

/** Submits the confirmation page. */
export function confirm(visitor: Visitor, asked: Shown): Promise<Shown> {
  const [, to = ''] = /<main[\s\S]*?<form method="post" action="([^"]+)"/.exec(asked.html) ?? [];
  const form = asked.html.slice(asked.html.indexOf(`action="${to}"`, asked.html.indexOf('<main')));
  const fields = [...form.matchAll(HIDDEN)].map(([, name = '', value = '']) => [name, unescaped(value)]);
  return visitor.post(to, Object.fromEntries(fields));
}

function unescaped(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
