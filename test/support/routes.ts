import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const BRANCH = /^(?<indent>[│ ]*)[├└]── (?<piece>.*?)(?: \((?<methods>[A-Z, ]+)\))?$/;
const INDENT = 4;

/** Routes that only answer NOT_FOUND. */
const CATCH_ALL = new Set(['/*', '/v1/*']);

/**
 * Returns the routes of the running Fastify from its routing tree, as `METHOD /path/:parameter`.
 * Omits HEAD, which comes with every GET, and the catch-all, which serves nothing.
 */
export function routesOf(app: NestFastifyApplication): string[] {
  const tree = app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: true });
  const pieces: string[] = [];
  const routes: string[] = [];
  for (const line of tree.split('\n')) {
    const { indent = '', piece = '', methods } = BRANCH.exec(line)?.groups ?? {};
    pieces.splice(indent.length / INDENT, Infinity, piece);
    for (const method of methods?.split(', ') ?? []) {
      const path = pieces.join('');
      if (method !== 'HEAD' && !CATCH_ALL.has(path)) routes.push(`${method} ${path}`);
    }
  }
  return routes;
}
