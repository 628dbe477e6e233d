import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from '../../modules/http/answers/accept.js';
import type { ConsoleCookies } from './cookies.js';

/** Long enough to receive a code by email. */
const KEPT_SECONDS = 3600;
const MAX_LENGTH = 2000;

export interface WayBack {
  path: string;
  notice?: string | undefined;
}

/**
 * Stores the requested page until the next sign-in; for a form, the page that contains it. Ignores
 * files and requests of scripts. Returns the notice for the sign-in page.
 */
export function keepWayBack(cookies: ConsoleCookies, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const isForm = request.method === 'POST';
  const path = isForm ? pathOfForm(request) : pathOf(request.url);
  if (isPage(path) && preferredType(request.headers.accept) === 'html' && path.length <= MAX_LENGTH) {
    cookies.set(reply, 'wayBack', encodeURIComponent(`${isForm ? 'form' : 'page'} ${path}`), KEPT_SECONDS);
  }
  if (isForm) return 'Your session has ended. Nothing was sent: sign in, and you can fill in the form again.';
  return cookies.read(request, 'session') === undefined ? undefined : 'Your session has ended. Sign in to go on.';
}

/** Returns the stored page once, or the area's home if there is none. */
export function takeWayBack(cookies: ConsoleCookies, request: FastifyRequest, reply: FastifyReply): WayBack {
  const kept = cookies.read(request, 'wayBack');
  if (kept === undefined) return { path: cookies.home };
  cookies.clear(reply, 'wayBack');
  const [, kind, path] = /^(form|page) (\/[^\\]*)$/.exec(decoded(kept)) ?? [];
  if (path === undefined || !pathOf(`/console${path}`).startsWith(cookies.home)) return { path: cookies.home };
  return { path, notice: kind === 'form' ? 'The form was not sent before you signed in. Send it again.' : undefined };
}

/**
 * Returns path and query below the console. Normalised, so that the result cannot leave the
 * console.
 */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://console');
  return `${/\/console(\/.*)?$/.exec(pathname)?.[1] ?? ''}${search}`;
}

/** Returns the nearest page above the form's path. */
function pathOfForm({ url, server, pattern = '' }: FastifyRequest): string {
  const [path, route] = [pathOf(url).replace(/\?.*/, '').split('/'), pattern.split('/')];
  while (path.length > 1 && !server.hasRoute({ method: 'GET', url: route.join('/') })) {
    path.pop();
    route.pop();
  }
  return path.join('/');
}

function isPage(path: string): boolean {
  return path.startsWith('/') && !/^[^?]*\./.test(path);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
