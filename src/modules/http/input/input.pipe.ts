import {
  Injectable,
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { Ajv, type ValidateFunction } from 'ajv';
import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import { validateSync, type ValidatorOptions } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { readEmail } from '../../../core/accounts/email-address.js';
import { InvalidRequest, problem, WHOLE } from '../../../core/invalid-request.js';
import { isTextOfLines } from '../../../core/matching/addresses/given-address.js';
import { areReadable, isBlank, isReadable, isText, nameFault } from '../../../core/text/text.js';
import { wrongType, UnreadableBody } from '../server/body-types.js';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { dtoSchema, type DtoSchema, type FieldSchema, type ShapeClass, notesOf } from './dto-schema.js';
import { InvalidInput } from './invalid-input.js';
import { at, type Location } from '../answers/places.js';

export const VALIDATION: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };
export const TRANSFORMATION: ClassTransformOptions = { exposeDefaultValues: true };

/**
 * Reads input into a DTO, the same for routes, console forms and tool arguments. Each check is
 * compiled on first use.
 */
export class InputReader {
  private static readonly readers = new Map<Location, Map<ShapeClass, InputReader>>();

  private check: AcceptCheck | undefined;
  readonly invalid: InvalidInput;

  static of(dto: ShapeClass, place: Location): InputReader {
    const ofPlace = this.readers.get(place) ?? new Map<ShapeClass, InputReader>();
    this.readers.set(place, ofPlace);
    const reader = ofPlace.get(dto) ?? new InputReader(dto, place);
    ofPlace.set(dto, reader);
    return reader;
  }

  private constructor(
    private readonly dto: ShapeClass,
    private readonly place: Location,
  ) {
    this.invalid = new InvalidInput(dto, place);
  }

  /**
   * Returns the input as an object; throws `VALIDATION_ERROR` if it is not one. No input is an
   * empty object if no field is required, and a null field counts as omitted.
   */
  objectOf(given: unknown): Record<string, unknown> {
    const value = given === undefined && this.invalid.required.size === 0 ? {} : given;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      if (hasTooManyFields(value))
        throw new InvalidRequest(at(this.place, problem(WHOLE, `must have at most ${MAX_FIELDS} fields`)));
      return this.place === 'query' ? this.converted({ ...value }) : withoutNulls(this.invalid.schema, value);
    }
    throw new InvalidRequest(at(this.place, problem(WHOLE, 'must be a JSON object')), {
      suggestion: 'Send a JSON object with Content-Type: application/json.',
    });
  }

  /** Query values are texts. */
  private converted(query: Record<string, unknown>): Record<string, unknown> {
    for (const [field, value] of Object.entries(query)) {
      const type = notesOf(this.dto, field)?.type;
      if (type === 'integer') query[field] = numberIn(value);
      else if (type === 'boolean') query[field] = flagIn(value);
    }
    return query;
  }

  /** Returns the input if the compiled check accepts it. */
  accepted(value: Readonly<Record<string, unknown>>): object | undefined {
    this.check ??= new AcceptCheck(this.dto);
    return this.check.read(value);
  }

  /** Returns an instance of the DTO. Throws `VALIDATION_ERROR` with the location and the field. */
  read(given: unknown): object {
    const value = this.objectOf(given);
    return this.accepted(value) ?? this.validated(value);
  }

  private validated(value: Record<string, unknown>): object {
    const { known, unknown } = this.invalid.split(value);
    const instance = plainToInstance(this.dto, known, TRANSFORMATION);
    const errors = validateSync(instance, VALIDATION);
    if (errors.length + unknown.length > 0) throw this.invalid.explain(errors, unknown);
    return instance;
  }
}

/** Many more than any input has. Explaining thousands of unknown fields would block the process. */
const MAX_FIELDS = 300;

function hasTooManyFields(value: object): boolean {
  let fields = 0;
  for (const field in value) if (Object.hasOwn(value, field) && (fields += 1) > MAX_FIELDS) return true;
  return false;
}

/**
 * Omits null fields, except those where null has a meaning. Keeps unknown fields, so that they are
 * refused.
 */
function withoutNulls({ properties }: DtoSchema, given: object): Record<string, unknown> {
  const kept = Object.entries(given).filter(([field, value]) => {
    const schema = Object.hasOwn(properties, field) ? properties[field] : undefined;
    return value !== null || schema === undefined || takesNull(schema);
  });
  return Object.fromEntries(kept);
}

function takesNull({ type }: FieldSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}

/**
 * Accepts what class-validator would accept, compiled from the DTO's fields: most requests are
 * valid, and this takes a tenth of the time. Input it does not accept goes to class-validator,
 * which explains the problem. A test runs both on the same inputs.
 */
export class AcceptCheck {
  private readonly validate: ValidateFunction;
  private readonly cleanedFields: readonly (readonly [field: string, clean: (text: string) => string])[];

  constructor(private readonly dto: ShapeClass) {
    const schema = dtoSchema(dto);
    this.validate = compiler.compile(schema);
    this.cleanedFields = Object.keys(schema.properties).flatMap((field) => {
      const clean = notesOf(dto, field)?.clean;
      return clean ? [[field, clean] as const] : [];
    });
  }

  /** Returns an instance of the DTO with the cleaned value; `undefined` if it is not accepted. */
  read(given: Readonly<Record<string, unknown>>): object | undefined {
    const value = { ...given };
    for (const [field, clean] of this.cleanedFields) {
      if (value[field] !== undefined) value[field] = cleaned(value[field], clean);
    }
    return this.validate(value) ? Object.assign(new this.dto(), value) : undefined;
  }
}

/** Shared by all DTOs: half the cost of a new one is compiling the meta-schema. */
const compiler = newCompiler();

function newCompiler(): Ajv {
  const ajv = new Ajv({ allowUnionTypes: true, ownProperties: true });
  ajv.addFormat('date', isDay);
  ajv.addFormat('email', (value: string) => readEmail(value) !== undefined);
  ajv.addFormat('text', isReadable);
  ajv.addFormat('note', areReadable);
  ajv.addFormat('kept', (value: string) => isText(value) && !isBlank(value));
  ajv.addFormat('compared', isReadable);
  ajv.addFormat('lines', isTextOfLines);
  ajv.addFormat('name', (value: string) => isReadable(value) && nameFault(value) === undefined);
  ajv.addKeyword('example');
  return ajv;
}

export function cleaned(value: unknown, clean: (text: string) => string): unknown {
  return typeof value === 'string' ? clean(value) : value;
}

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/;

/** Converts a query value to a number, if it is one in digits: not `01`, `1.0` or `1e1`. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;
}

/** Converts a query value to a boolean, if it is one. */
function flagIn(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns whether the text is a valid calendar date: 30 February is not. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Reads `@Body()` and `@Query()` parameters of DTO types. Others pass unchanged. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    return InputReader.of(metatype, type).read(value);
  }
}

/** The types of the parameters for the body and the query; `undefined` if a handler takes none. */
export interface Taken {
  body: ShapeClass | undefined;
  query: ShapeClass | undefined;
}

const takenByHandler = new WeakMap<object, Taken>();

/** Returns what a handler takes, as Nest's own decorators declare it. */
function takenBy(context: ExecutionContext): Taken {
  const handler = context.getHandler();
  const taken = takenByHandler.get(handler) ?? declared(context.getClass(), handler.name);
  takenByHandler.set(handler, taken);
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

class NoFields {}

/**
 * Refuses an unreadable body, and a body or query that the route does not declare: a pipe sees only
 * the handler's parameters.
 */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly noQuery = InputReader.of(NoFields, 'query');
  private readonly noBody = InputReader.of(NoFields, 'body');

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { params, body, query } = request;
    makeStorable(params);
    const { reads = 'json' } = request.routeConfig;
    const takes = takenBy(context);
    request.context.takes = takes;
    if (body instanceof UnreadableBody) throw body;
    if (reads === 'file' && body === undefined) throw new InvalidRequest(wrongType(request));
    if (!request.context.guarded || reads === 'anything' || reads === 'nothing') return true;
    if (!takes.query) this.noQuery.read(query);
    if (!takes.body && reads === 'json' && body !== undefined) this.noBody.read(body);
    return true;
  }
}

/**
 * Postgres cannot store a NUL. The replacement occurs in no id either, so the route responds that
 * the id does not exist.
 */
function makeStorable(params: unknown): void {
  const named = (params ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === 'string' && value.includes('\0')) named[name] = value.replaceAll('\0', '\uFFFD');
  }
}

function isDto(metatype: ArgumentMetadata['metatype']): metatype is ShapeClass {
  return metatype !== undefined && metatype !== String && metatype !== Object;
}
