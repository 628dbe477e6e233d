import type { ExecutionContext } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { ShapeClass } from './dto-schema.js';

/** The types of the parameters for the body and the query; `undefined` if a handler takes none. */
export interface Taken {
  body: ShapeClass | undefined;
  query: ShapeClass | undefined;
}

const known = new WeakMap<object, Taken>();

/** Returns what a handler takes, as Nest's own decorators declare it. */
export function takenBy(context: ExecutionContext): Taken {
  const handler = context.getHandler();
  const taken = known.get(handler) ?? declared(context.getClass(), handler.name);
  known.set(handler, taken);
  return taken;
}

function declared(controller: ShapeClass, method: string): Taken {
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, method) ??
    []) as ShapeClass[];
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number }
  >;
  const typeOf = (kind: RouteParamtypes) => {
    const found = Object.entries(args).find(([key]) => key.startsWith(`${kind}:`));
    return found && (types[found[1].index] ?? Object);
  };
  return { body: typeOf(RouteParamtypes.BODY), query: typeOf(RouteParamtypes.QUERY) };
}
