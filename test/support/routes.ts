import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const BRANCH = /^(?<indent>[│ ]*)[├└]── (?<piece>.*?)(?: \((?<methods>[A-Z, ]+)\))?$/;
const INDENT = 4;

/** Answers NOT_FOUND to what has no route. */
const CATCH_ALL = new Set(['/*', '/v1/*']);

/**
 * What the running Fastify would answer to, read off its own routing tree: `METHOD /path/:parameter`. HEAD is left out; it comes with every GET.
 * So is the catch-all, which serves nothing.
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
