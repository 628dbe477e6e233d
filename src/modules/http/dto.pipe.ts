import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { closest } from 'fastest-levenshtein';
import { readEmail } from '../../core/accounts/email-address.js';
import { AppError, type ErrorCode } from '../../core/errors.js';
import type { ShapeClass } from './contract.js';
import { parseJsonText } from './json-text.js';

type Place = 'body' | 'query' | 'arguments';

interface PropertySchema {
  type?: string;
  enum?: unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** Blanks at both ends do not count. */
  'x-trim'?: boolean;
  /** What a value of this field is, for the message: `six digits`. */
  'x-expected'?: string;
  /** The code to answer with when this field alone is wrong. */
  'x-error-code'?: ErrorCode;
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  array: 'a list',
  object: 'an object',
};
const FORMAT_NAMES: Record<string, string> = { email: 'an e-mail address', date: 'a date as YYYY-MM-DD' };

/** Validates `@Body()` and `@Query()` parameters whose type is a DTO, after the guards; other parameters pass as they are. */
@Injectable()
export class DtoPipe implements PipeTransform {
  private readonly validators = { body: new Map<unknown, DtoValidator>(), query: new Map<unknown, DtoValidator>() };

  /** Compiles what routes declare when they are registered, so that no first request waits for it. */
  constructor({ httpAdapter }: HttpAdapterHost) {
    httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', ({ config }) => {
      const { body, query } = config?.contract ?? {};
      if (body) this.validatorOf('body', body);
      if (query) this.validatorOf('query', query);
    });
  }

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    return this.validatorOf(type, metatype).read(type === 'body' ? readJsonBody(value) : value);
  }

  private validatorOf(place: 'body' | 'query', dto: ShapeClass): DtoValidator {
    const known = this.validators[place].get(dto);
    if (known) return known;
    const validator = new DtoValidator(dto, place);
    this.validators[place].set(dto, validator);
    return validator;
  }
}

/** What Fastify handed on as text; throws `VALIDATION_ERROR` for what is not JSON. */
export function readJsonBody(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return parseJsonText(body);
  } catch (error) {
    throw new AppError('VALIDATION_ERROR', { message: 'The body is not valid JSON.', cause: error });
  }
}

function isDto(metatype: ArgumentMetadata['metatype']): metatype is ShapeClass {
  return metatype !== undefined && metatype !== String && metatype !== Object;
}

/** Of one body, so that a refusal is never much larger than what was refused. */
const MOST_PROBLEMS = 10;
const LONGEST_SHOWN = 60;

/** A DTO class, compiled once into the validator of its place in a request. */
export class DtoValidator {
  private readonly properties: Record<string, PropertySchema>;
  private readonly validate: ValidateFunction;
  private readonly nothingRequired: boolean;
  private readonly trimmedFields: string[];
  private readonly numberFields: string[];

  constructor(
    dto: ShapeClass,
    private readonly place: Place,
  ) {
    const schema = schemaOf(dto);
    this.properties = (schema.properties ?? {}) as Record<string, PropertySchema>;
    this.validate = compilerFor(place).compile(schema);
    this.nothingRequired = (schema.required ?? []).length === 0;
    this.trimmedFields = Object.keys(this.properties).filter((field) => this.properties[field]?.['x-trim']);
    const numbers = Object.keys(this.properties).filter((field) =>
      /^(integer|number)$/.test(this.properties[field]?.type ?? ''),
    );
    this.numberFields = place === 'query' ? numbers : [];
  }

  /** The value itself, trimmed, filled in and (in a query) converted; throws `VALIDATION_ERROR` naming the place and the field. */
  read(given: unknown): unknown {
    const value = given === undefined && this.nothingRequired ? {} : given;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new AppError('VALIDATION_ERROR', {
        message: `The ${this.place} must be a JSON object.`,
        suggestion: 'Send a JSON object with Content-Type: application/json.',
      });
    }
    this.trim(value as Record<string, unknown>);
    this.spoilInfinity(value as Record<string, unknown>);
    if (!this.validate(value)) throw this.refusal(this.validate.errors ?? []);
    return value;
  }

  private trim(value: Record<string, unknown>): void {
    for (const field of this.trimmedFields) {
      const given = value[field];
      if (typeof given === 'string') value[field] = given.trim();
    }
  }

  /** Text that becomes infinite as a number passes every bound of the validator; as a word it does not. */
  private spoilInfinity(value: Record<string, unknown>): void {
    for (const field of this.numberFields) {
      const given = value[field];
      if (typeof given === 'string' && Math.abs(Number(given)) === Infinity) value[field] = 'no number';
    }
  }

  /** Unknown fields come first, and no more than a few problems are told, however many there are. */
  private refusal(errors: ErrorObject[]): AppError {
    const codes = new Set(errors.map((error) => this.properties[fieldOf(error)]?.['x-error-code']));
    const [code] = codes;
    if (codes.size === 1 && code) return new AppError(code);
    const inOrder = errors.toSorted((a, b) => Number(isUnknownField(b)) - Number(isUnknownField(a)));
    const problems = inOrder.slice(0, MOST_PROBLEMS).map((error) => this.explain(error));
    const [first] = problems;
    return new AppError('VALIDATION_ERROR', {
      message: first?.message ?? `The ${this.place} is not valid.`,
      details: { errors: problems.map(({ field, message }) => ({ location: this.place, field, message })) },
    });
  }

  private explain(error: ErrorObject): { field: string; message: string } {
    const field = fieldOf(error);
    if (isUnknownField(error)) return { field: shortened(field), message: this.unknownField(field) };
    if (error.keyword === 'required') {
      const { 'x-expected': expected = '' } = this.properties[field] ?? {};
      return { field, message: `${this.place}.${field} is required${expected && `: ${expected}`}.` };
    }
    const path = `${this.place}${error.instancePath.replaceAll('/', '.')}`;
    return { field, message: `${path} must ${expectation(error, this.properties[field] ?? {})}.` };
  }

  private unknownField(field: string): string {
    const known = Object.keys(this.properties);
    const near = partOf(field, known) ?? (known.length > 0 ? closest(field.slice(0, LONGEST_SHOWN), known) : '');
    const hint = near && (near.split('_').includes(field) || isNear(field, near)) ? `; did you mean ${near}?` : '.';
    return `${this.place}.${shortened(field)} is not a known field${hint}`;
  }
}

function isUnknownField(error: ErrorObject): boolean {
  return error.keyword === 'additionalProperties';
}

/** The field of the body or query that a problem is about, by its own name. */
function fieldOf(error: ErrorObject): string {
  if (isUnknownField(error)) return String(error.params['additionalProperty']);
  if (error.keyword === 'required') return String(error.params['missingProperty']);
  return error.instancePath.split('/')[1] ?? '';
}

function shortened(field: string): string {
  return field.length > LONGEST_SHOWN ? `${field.slice(0, LONGEST_SHOWN).toWellFormed()}…` : field;
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
  const ajv = new Ajv({ allErrors: true, coerceTypes: place === 'query', useDefaults: true, ownProperties: true });
  addFormats.default(ajv, ['date']);
  ajv.addFormat('email', (value: string) => readEmail(value) !== undefined);
  ajv.addFormat('text', isText);
  for (const note of ['x-trim', 'x-expected', 'x-error-code', 'example']) ajv.addKeyword(note);
  return ajv;
}

/** Letters and signs that any system can store and show: no control characters, no half surrogate pairs. */
function isText(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}

/** The one known field of which this is a word: `name` of `entity_name`. */
function partOf(field: string, known: readonly string[]): string | undefined {
  const whole = known.filter((name) => name.split('_').includes(field));
  return whole.length === 1 ? whole[0] : undefined;
}

function isNear(field: string, known: string): boolean {
  const letters = new Set(known);
  const shared = [...field.slice(0, 60)].filter((letter) => letters.has(letter)).length;
  return shared * 2 > Math.max(field.length, known.length);
}

function expectation(error: ErrorObject, property: PropertySchema): string {
  const expected = property['x-expected'];
  if (expected && error.keyword !== 'type') return `be ${expected}`;
  switch (error.keyword) {
    case 'type':
      return `be ${TYPE_NAMES[String(error.params['type'])] ?? String(error.params['type'])}`;
    case 'enum':
      return `be one of ${(property.enum ?? []).map((value) => JSON.stringify(value)).join(', ')}`;
    case 'format':
      return property.format === 'text'
        ? 'not contain control characters'
        : `be ${FORMAT_NAMES[property.format ?? ''] ?? property.format}`;
    case 'minLength':
      return property.minLength === 1 ? 'not be blank' : `have at least ${property.minLength} characters`;
    case 'maxLength':
      return `have at most ${property.maxLength} characters`;
    case 'minItems':
      return 'not be empty';
    case 'minimum':
      return `be at least ${property.minimum}`;
    case 'maximum':
      return `be at most ${property.maximum}`;
    default:
      return error.message ?? 'be valid';
  }
}
