import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

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
