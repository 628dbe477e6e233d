import { AddRouteConfig } from '../http/route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    resource?: '/mcp';
  }
}

/**
 * Where the metadata of the protected resource is, below `/.well-known/oauth-protected-resource`;
 * the service's own unless a route says otherwise.
 */
export function ProtectedResource(resource: '/mcp'): MethodDecorator {
  return AddRouteConfig({ resource });
}
