import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

/**
 * Only `anything` leaves the query unchecked.
 * - `raw`: JSON, passed on as text.
 * - `form`: an HTML form.
 * - `anything`: the text of JSON or a form, and nothing for other types.
 * - `file`: a CSV or NDJSON stream, read by the route.
 * - `upload`: a form that may contain a file, also streamed.
 */
type BodyKind = 'nothing' | 'raw' | 'form' | 'anything' | 'file' | 'upload';

declare module 'fastify' {
  interface FastifyContextConfig {
    reads?: BodyKind;
    origins?: 'own' | 'allowed';
    oauthErrors?: boolean;
    /** Headers that the route reads, by the names that errors give them. */
    headers?: Readonly<Record<string, string>>;
  }
}

const ADDED = Symbol('route config');

/**
 * Adds to the route's config, which Fastify's hooks see before the body is read. `RouteConfig`
 * alone would replace the values of other decorators.
 */
export function AddRouteConfig(added: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const config = { ...(Reflect.getMetadata(ADDED, handler) as object | undefined), ...added };
    Reflect.defineMetadata(ADDED, config, handler);
    return RouteConfig(config)(target, key, descriptor);
  };
}

/** Declares a body other than JSON for a DTO. */
export function Reads(kind: BodyKind): MethodDecorator {
  return AddRouteConfig({ reads: kind });
}

/**
 * Refuses foreign Hosts and Origins; other routes only hide their responses from pages of foreign
 * origins.
 */
export function OwnOriginOnly(): MethodDecorator {
  return AddRouteConfig({ origins: 'own' });
}

/** Lets pages of allowed origins read the response; routes under /v1 do so by default. */
export function CrossOrigin(): MethodDecorator {
  return AddRouteConfig({ origins: 'allowed' });
}

/** Errors use the format of the OAuth RFCs instead of the contract's. */
export function OAuthErrors(): MethodDecorator {
  return AddRouteConfig({ oauthErrors: true });
}
