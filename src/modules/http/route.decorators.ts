import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

/**
 * `raw` is JSON handed over as text; `form` is what an HTML form sends; `anything` is the text of
 * JSON or a form, and nothing of other types; `file` is CSV or NDJSON as it arrives, for the route
 * to read; `upload` is a form that may carry a file, likewise. Only `anything` leaves the query
 * unchecked.
 */
type BodyKind = 'raw' | 'form' | 'anything' | 'file' | 'upload';

declare module 'fastify' {
  interface FastifyContextConfig {
    reads?: BodyKind;
    origins?: 'own' | 'allowed';
    oauthErrors?: boolean;
  }
}

const ADDED = Symbol('route config');

/**
 * Adds to what Fastify's hooks know of a route before its body is read: `RouteConfig` alone
 * replaces what another decorator has said.
 */
export function AddRouteConfig(added: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const config = { ...(Reflect.getMetadata(ADDED, handler) as object | undefined), ...added };
    Reflect.defineMetadata(ADDED, config, handler);
    return RouteConfig(config)(target, key, descriptor);
  };
}

/** What the body is, where it is not JSON for a DTO. */
export function Reads(kind: BodyKind): MethodDecorator {
  return AddRouteConfig({ reads: kind });
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

/** Errors have the shape of the OAuth RFCs, not that of the contract. */
export function OAuthErrors(): MethodDecorator {
  return AddRouteConfig({ oauthErrors: true });
}
