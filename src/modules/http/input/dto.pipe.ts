import { Ajv, type ValidateFunction } from 'ajv';
import { invalid, WHOLE } from '../../../core/invalid-request.js';
import addFormats from 'ajv-formats';
import {
  Injectable,
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { readEmail } from '../../../core/accounts/email-address.js';
import { isText, trimText } from '../../../core/matching/reading/normalise.js';
import type { ShapeClass } from '../contract.js';
import { parseJsonText } from '../request.js';
import { InvalidInput, type Place, type PropertySchema } from './invalid-input.js';

/** Validates `@Body()` and `@Query()` parameters whose type is a DTO, after the guards; other parameters pass as they are. */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    return DtoValidator.of(metatype, type).read(type === 'body' ? readJsonBody(value) : value);
  }
}

class NoFields {}

/** Refuses a body or query fields where the route declares none: a pipe only sees the parameters that a handler has. */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly noQuery = DtoValidator.of(NoFields, 'query');
  private readonly noBody = DtoValidator.of(NoFields, 'body');

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    makeStorable(request.params);
    const { query, body, reads = 'json' } = request.contract;
    if (!request.guarded || reads === 'anything') return true;
    if (!query) this.noQuery.read(request.query);
    if (!body && reads === 'json') {
      const given = readJsonBody(request.body);
      if (given !== undefined) this.noBody.read(given);
    }
    return true;
  }
}

/** No database stores a NUL. What stands in its place is in no id either: the route says what there is not. */
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

/** A DTO class as the validator of its place in a request. Of what a process could read it reads a part, so each is compiled when it is first used. */
export class DtoValidator {
  private static readonly validators = new Map<Place, Map<ShapeClass, DtoValidator>>();

  private compiled: CompiledDto | undefined;

  /** The same one, however many routes and pages read the DTO. */
  static of(dto: ShapeClass, place: Place): DtoValidator {
    const ofPlace = this.validators.get(place) ?? new Map<ShapeClass, DtoValidator>();
    this.validators.set(place, ofPlace);
    const validator = ofPlace.get(dto) ?? new DtoValidator(dto, place);
    ofPlace.set(dto, validator);
    return validator;
  }

  private constructor(
    private readonly dto: ShapeClass,
    private readonly place: Place,
  ) {}

  /** The value itself, trimmed, filled in and (in a query) converted; throws `VALIDATION_ERROR` naming the place and the field. */
  read(given: unknown): unknown {
    this.compiled ??= new CompiledDto(this.dto, this.place);
    return this.compiled.read(given);
  }
}

class CompiledDto {
  private readonly invalid: InvalidInput;
  private readonly validate: ValidateFunction;
  private readonly nothingRequired: boolean;
  private readonly trimmedFields: string[];
  private readonly numberFields: string[];

  constructor(
    dto: ShapeClass,
    private readonly place: Place,
  ) {
    const schema = schemaOf(dto);
    const properties = (schema.properties ?? {}) as Record<string, PropertySchema>;
    this.invalid = new InvalidInput(place, properties);
    this.validate = compilerFor(place).compile(schema);
    this.nothingRequired = (schema.required ?? []).length === 0;
    const fields = Object.keys(properties);
    this.trimmedFields = fields.filter((field) => properties[field]?.['x-trim']);
    const numbers = fields.filter((field) => /^(integer|number)$/.test(properties[field]?.type ?? ''));
    this.numberFields = place === 'query' ? numbers : [];
  }

  read(given: unknown): unknown {
    const value = given === undefined && this.nothingRequired ? {} : given;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid(this.place, WHOLE, 'must be a JSON object', {
        suggestion: 'Send a JSON object with Content-Type: application/json.',
      });
    }
    this.trim(value as Record<string, unknown>);
    this.spoilInfinity(value as Record<string, unknown>);
    if (!this.validate(value)) throw this.invalid.explain(this.validate.errors ?? []);
    return value;
  }

  private trim(value: Record<string, unknown>): void {
    for (const field of this.trimmedFields) {
      const given = value[field];
      if (typeof given === 'string') value[field] = trimText(given);
    }
  }

  /** Text that becomes infinite as a number passes every bound of the validator; as a word it does not. */
  private spoilInfinity(value: Record<string, unknown>): void {
    for (const field of this.numberFields) {
      const given = value[field];
      if (typeof given === 'string' && Math.abs(Number(given)) === Infinity) value[field] = 'no number';
    }
  }
}

function schemaOf(dto: ShapeClass) {
  return { ...targetConstructorToSchema(dto), type: 'object' as const, additionalProperties: false };
}

const compilers = new Map<Place, Ajv>();

/** One for all shapes of a place: half of what a new one does is to compile the schema of schemas. */
function compilerFor(place: Place): Ajv {
  const compiler = compilers.get(place) ?? newCompiler(place);
  compilers.set(place, compiler);
  return compiler;
}

function newCompiler(place: Place): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    coerceTypes: place === 'query',
    useDefaults: true,
    ownProperties: true,
  });
  addFormats.default(ajv, ['date']);
  ajv.addFormat('email', (value: string) => readEmail(value) !== undefined);
  ajv.addFormat('text', isText);
  for (const note of ['x-trim', 'x-expected', 'x-error-code', 'x-shown', 'example']) ajv.addKeyword(note);
  return ajv;
}
