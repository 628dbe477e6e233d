import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';

/**
 * Adds to what Fastify's hooks know of a route before its body is read: `RouteConfig` alone
 * replaces what another decorator has said.
 */
export function AddRouteConfig(added: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor) => {
    const before = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    return RouteConfig({ ...before, ...added })(target, key, descriptor);
  };
}
