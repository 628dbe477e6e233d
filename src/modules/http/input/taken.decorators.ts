import { Body as NestBody, Query as NestQuery } from '@nestjs/common';
import { AddRouteConfig } from '../route.decorators.js';
import type { ShapeClass } from './dto-schema.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The type of the parameter, by which an error finds the place of a field. */
    takesBody?: ShapeClass;
    takesQuery?: ShapeClass;
  }
}

/** Nest's `@Body()`, which also notes what the route takes. */
export function Body(): ParameterDecorator {
  return both(NestBody(), (takesBody) => AddRouteConfig({ takesBody }));
}

/** Nest's `@Query()`, which also notes what the route takes. */
export function Query(field?: string): ParameterDecorator {
  return both(field === undefined ? NestQuery() : NestQuery(field), (takesQuery) => AddRouteConfig({ takesQuery }));
}

function both(take: ParameterDecorator, note: (type: ShapeClass) => MethodDecorator): ParameterDecorator {
  return (target, key, index) => {
    take(target, key, index);
    const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || !descriptor) return;
    const types = Reflect.getMetadata('design:paramtypes', target, key) as ShapeClass[];
    note(types[index] ?? Object)(target, key, descriptor);
  };
}
