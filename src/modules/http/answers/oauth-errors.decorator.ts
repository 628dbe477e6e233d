import { AddRouteConfig } from '../route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    oauthErrors?: boolean;
  }
}

/** Errors have the shape of the OAuth RFCs, not that of the contract. */
export function OAuthErrors(): MethodDecorator {
  return AddRouteConfig({ oauthErrors: true });
}
