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
import { invalid, InvalidRequest, WHOLE } from '../../../core/invalid-request.js';
import { isDamaged, isText, trimText } from '../../../core/text/text.js';
import { wrongType, UnreadableBody } from '../server/body-types.js';
import { dtoSchema, type DtoSchema, type FieldSchema, type ShapeClass, notesOf } from './dto-schema.js';
import { InvalidInput, type Place } from './invalid-input.js';

/** How class-validator looks at a DTO, by whichever way it is called. */
export const VALIDATION: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };
export const TRANSFORMATION: ClassTransformOptions = { exposeDefaultValues: true };

/**
 * Reads what was given into a DTO, the same for routes, forms of the console and arguments of
 * tools. Each check is compiled when it is first used.
 */
export class InputReader {
  private static readonly readers = new Map<Place, Map<ShapeClass, InputReader>>();

  private check: AcceptCheck | undefined;
  readonly invalid: InvalidInput;

  /** The same one, however many routes and pages read the DTO. */
  static of(dto: ShapeClass, place: Place): InputReader {
    const ofPlace = this.readers.get(place) ?? new Map<ShapeClass, InputReader>();
    this.readers.set(place, ofPlace);
    const reader = ofPlace.get(dto) ?? new InputReader(dto, place);
    ofPlace.set(dto, reader);
    return reader;
  }

  private constructor(
    private readonly dto: ShapeClass,
    private readonly place: Place,
  ) {
    this.invalid = new InvalidInput(dto, place);
  }

  /**
   * What was given, if it can be an input at all; throws `VALIDATION_ERROR`. Nothing is an empty
   * object where no field is required, and null in a field counts as left out.
   */
  objectOf(given: unknown): Record<string, unknown> {
    const value = given === undefined && this.invalid.required.size === 0 ? {} : given;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return this.place === 'query' ? this.converted({ ...value }) : withoutNulls(this.invalid.schema, value);
    }
    throw invalid(this.place, WHOLE, 'must be a JSON object', {
      suggestion: 'Send a JSON object with Content-Type: application/json.',
    });
  }

  /** A query says everything as text. */
  private converted(query: Record<string, unknown>): Record<string, unknown> {
    for (const [field, value] of Object.entries(query)) {
      const type = notesOf(this.dto, field)?.type;
      if (type === 'integer') query[field] = numberIn(value);
      else if (type === 'boolean') query[field] = flagIn(value);
    }
    return query;
  }

  /** The value trimmed and filled in, if the compiled check accepts it. */
  accepted(value: Readonly<Record<string, unknown>>): object | undefined {
    this.check ??= new AcceptCheck(this.dto);
    return this.check.read(value);
  }

  /** The input; throws `VALIDATION_ERROR` naming the place and the field. */
  read(given: unknown): unknown {
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

/**
 * A body without its fields that are null: those were not given, but for one where null has a
 * meaning of its own. Fields that the schema does not have stay, to be refused.
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
 * Accepts what class-validator would accept of a DTO, compiled from what its fields declare: most
 * requests are well-formed, and this takes a tenth of the time. What it does not accept is looked
 * at again by class-validator, which says what is wrong. A test holds both to the same inputs.
 */
export class AcceptCheck {
  private readonly validate: ValidateFunction;
  private readonly trimmedFields: readonly string[];

  constructor(dto: ShapeClass) {
    const schema = dtoSchema(dto);
    this.validate = compiler.compile(schema);
    this.trimmedFields = Object.keys(schema.properties).filter((field) => notesOf(dto, field)?.trim);
  }

  /**
   * The value trimmed, filled in and (in a query) converted; `undefined` where it is not accepted.
   * The value given stays as it is.
   */
  read(given: Readonly<Record<string, unknown>>): object | undefined {
    const value = { ...given };
    for (const field of this.trimmedFields) {
      if (value[field] !== undefined) value[field] = trimmed(value[field]);
    }
    return this.validate(value) ? value : undefined;
  }
}

/** One for all shapes: half of what a new one does is to compile the schema of schemas. */
const compiler = newCompiler();

function newCompiler(): Ajv {
  const ajv = new Ajv({ allowUnionTypes: true, useDefaults: true, ownProperties: true });
  ajv.addFormat('date', isDay);
  ajv.addFormat('email', (value: string) => readEmail(value) !== undefined);
  ajv.addFormat('text', isText);
  ajv.addFormat('name', (value: string) => isText(value) && !isDamaged(value));
  ajv.addKeyword('example');
  return ajv;
}

export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? trimText(value) : value;
}

/** The number that a query says, as text. */
function numberIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

/** What a query says of yes and no, as text. */
function flagIn(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether the text is a day of the calendar: 30 February is none. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Reads the `@Body()` and `@Query()` parameters whose type is a DTO. Others pass as they are. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    return InputReader.of(metatype, type).read(value);
  }
}

class NoFields {}

/**
 * Refuses a body that could not be read, and a body or query fields that the route does not take: a
 * pipe only sees the parameters that a handler has.
 */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly noQuery = InputReader.of(NoFields, 'query');
  private readonly noBody = InputReader.of(NoFields, 'body');

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { params, body, query } = request;
    makeStorable(params);
    const { reads = 'json', takesBody, takesQuery } = request.routeConfig;
    if (body instanceof UnreadableBody) throw body;
    if (reads === 'file' && body === undefined) throw new InvalidRequest(wrongType(request));
    if (!request.context.guarded || reads === 'anything') return true;
    if (!takesQuery) this.noQuery.read(query);
    if (!takesBody && reads === 'json' && body !== undefined) this.noBody.read(body);
    return true;
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

function isDto(metatype: ArgumentMetadata['metatype']): metatype is ShapeClass {
  return metatype !== undefined && metatype !== String && metatype !== Object;
}
