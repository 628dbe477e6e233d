import {
  Injectable,
  ValidationPipe,
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { invalid, WHOLE } from '../../../core/invalid-request.js';
import { parseJsonText } from '../request.js';
import type { ShapeClass } from './dto-schema.js';
import { InputReader, TRANSFORMATION, VALIDATION } from './input-reader.js';
import type { Place } from './invalid-input.js';

/**
 * Nest's `ValidationPipe` for `@Body()` and `@Query()` parameters whose type is a DTO, behind a
 * compiled check that accepts most of them. Other parameters pass as they are.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { type, metatype } = metadata;
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    const reader = InputReader.of(metatype, type);
    const given = reader.objectOf(type === 'body' ? readJsonBody(value) : value);
    return reader.accepted(given) ?? this.validated(reader, given, { ...metadata, metatype, type });
  }

  private async validated(
    reader: InputReader,
    given: Record<string, unknown>,
    metadata: ArgumentMetadata & { type: Place & ArgumentMetadata['type'] },
  ): Promise<unknown> {
    const { known, unknown } = reader.invalid.split(given);
    const pipe = new ValidationPipe({
      ...VALIDATION,
      transform: true,
      transformOptions: TRANSFORMATION,
      exceptionFactory: (errors) => reader.invalid.explain(errors, unknown),
    });
    const value: unknown = await pipe.transform(known, metadata);
    if (unknown.length > 0) throw reader.invalid.explain([], unknown);
    return value;
  }
}

class NoFields {}

/**
 * Refuses a body or query fields where the route declares none: a pipe only sees the parameters
 * that a handler has.
 */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly noQuery = InputReader.of(NoFields, 'query');
  private readonly noBody = InputReader.of(NoFields, 'body');
  private readonly declared = new WeakMap<object, ReadonlySet<number>>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    makeStorable(request.params);
    const { reads = 'json' } = request.routeConfig;
    if (!request.context.guarded || reads === 'anything') return true;
    const declared = this.declaredBy(context);
    if (!declared.has(RouteParamtypes.QUERY)) this.noQuery.read(request.query);
    if (!declared.has(RouteParamtypes.BODY) && reads === 'json') {
      const given = readJsonBody(request.body);
      if (given !== undefined) this.noBody.read(given);
    }
    return true;
  }

  /** Which parts of a request the parameters of a handler read. */
  private declaredBy(context: ExecutionContext): ReadonlySet<number> {
    const handler = context.getHandler();
    const known = this.declared.get(handler);
    if (known) return known;
    const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object;
    const declared = new Set(Object.keys(parameters).map((key) => Number(key.split(':')[0])));
    this.declared.set(handler, declared);
    return declared;
  }
}

/**
 * No database stores a NUL. What stands in its place is in no id either: the route says what there
 * is not.
 */
function makeStorable(params: unknown): void {
  const named = (params ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === 'string' && value.includes('\0')) named[name] = value.replaceAll('\0', '\uFFFD');
  }
}

/** What Fastify handed on as text; throws `VALIDATION_ERROR` for what is not JSON. */
function readJsonBody(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return parseJsonText(body);
  } catch (error) {
    throw invalid('body', WHOLE, 'is not valid JSON', { cause: error });
  }
}

function isDto(metatype: ArgumentMetadata['metatype']): metatype is ShapeClass {
  return metatype !== undefined && metatype !== String && metatype !== Object;
}
