import { Body as NestBody, Query as NestQuery } from '@nestjs/common';
import { AddRouteConfig } from '../route.decorators.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesBody?: true;
    takesQuery?: true;
  }
}

/** Nest's `@Body()`, which also marks the route as taking a body. */
export function Body(): ParameterDecorator {
  return both(NestBody(), AddRouteConfig({ takesBody: true }));
}

/** Nest's `@Query()`, which also marks the route as taking a query. */
export function Query(field?: string): ParameterDecorator {
  return both(field === undefined ? NestQuery() : NestQuery(field), AddRouteConfig({ takesQuery: true }));
}

function both(take: ParameterDecorator, note: MethodDecorator): ParameterDecorator {
  return (target, key, index) => {
    take(target, key, index);
    const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key !== undefined && descriptor) note(target, key, descriptor);
  };
}
