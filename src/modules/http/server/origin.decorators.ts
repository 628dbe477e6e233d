import { AddRouteConfig } from '../route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    origins?: 'own' | 'allowed';
  }
}

/**
 * Refuses foreign Hosts and Origins altogether, where other routes only keep their answers from
 * pages of foreign origins.
 */
export function OwnOriginOnly(): MethodDecorator {
  return AddRouteConfig({ origins: 'own' });
}

/** Lets pages of the allowed origins read the answer; routes below /v1 need not say so. */
export function CrossOrigin(): MethodDecorator {
  return AddRouteConfig({ origins: 'allowed' });
}
