import type { ErrorObject } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import { AppError, type PlainErrorCode, type Problem } from '../../../core/errors.js';
import { InvalidRequest, problem, WHOLE } from '../../../core/invalid-request.js';

export type Place = 'body' | 'query' | 'arguments';

export interface PropertySchema {
  type?: string;
  properties?: Record<string, PropertySchema>;
  enum?: unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  /** Blanks at both ends do not count. */
  'x-trim'?: boolean;
  /** What a value of this field is, for the message: `six digits`. */
  'x-expected'?: string;
  /** The code to answer with when this field alone is wrong. */
  'x-error-code'?: PlainErrorCode;
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  array: 'a list',
  object: 'an object',
};
const FORMAT_NAMES: Record<string, string> = { email: 'an e-mail address', date: 'a date as YYYY-MM-DD' };
/** Of one body, so that a refusal is never much larger than what was refused. */
const MOST_PROBLEMS = 10;
const LONGEST_SHOWN = 60;

/** Says in words for the caller what the validator of one place found. */
export class InvalidInput {
  constructor(
    private readonly place: Place,
    private readonly properties: Readonly<Record<string, PropertySchema>>,
  ) {}

  /** Unknown fields come first, and only the first few problems are reported. */
  explain(errors: readonly ErrorObject[]): AppError {
    const codes = new Set(errors.map((error) => this.properties[fieldOf(error)]?.['x-error-code']));
    const [code] = codes;
    if (codes.size === 1 && code) return new AppError(code);
    const inOrder = errors.toSorted((a, b) => Number(isUnknownField(b)) - Number(isUnknownField(a)));
    const problems = inOrder.slice(0, MOST_PROBLEMS).map((error) => this.problem(error));
    const [first = problem(this.place, WHOLE, 'is not valid'), ...others] = problems;
    return new InvalidRequest([first, ...others]);
  }

  private problem(error: ErrorObject): Problem {
    const location = this.place;
    const field = pathOf(error) || WHOLE;
    const path = `${this.place}${error.instancePath.replaceAll('/', '.')}`;
    const schema = (error.parentSchema ?? {}) as PropertySchema;
    if (isUnknownField(error)) {
      return {
        location,
        field: shortened(field),
        message: unknownField(path, fieldOf(error), Object.keys(schema.properties ?? {})),
      };
    }
    if (error.keyword === 'required') {
      const { 'x-expected': expected = '' } = schema.properties?.[fieldOf(error)] ?? {};
      return { location, field, message: `${path}.${fieldOf(error)} is required${expected && `: ${expected}`}.` };
    }
    return { location, field, message: `${path} must ${expectation(error, schema)}.` };
  }
}

function isUnknownField(error: ErrorObject): boolean {
  return error.keyword === 'additionalProperties';
}

function unknownField(path: string, field: string, known: readonly string[]): string {
  const near = partOf(field, known) ?? (known.length > 0 ? closest(field.slice(0, LONGEST_SHOWN), known) : '');
  const hint = near && (near.split('_').includes(field) || isNear(field, near)) ? `; did you mean ${near}?` : '.';
  return `${path}.${shortened(field)} is not a known field${hint}`;
}

/** Where the problem is, from the body or query on: `budget.credits`. */
function pathOf(error: ErrorObject): string {
  const within = error.instancePath.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
  return isUnknownField(error) || error.keyword === 'required'
    ? [...within, fieldOf(error)].join('.')
    : within.join('.');
}

/** The field that a problem is about, by its own name. */
function fieldOf(error: ErrorObject): string {
  if (isUnknownField(error)) return String(error.params['additionalProperty']);
  if (error.keyword === 'required') return String(error.params['missingProperty']);
  return error.instancePath.split('/')[1] ?? '';
}

function shortened(field: string): string {
  return field.length > LONGEST_SHOWN ? `${field.slice(0, LONGEST_SHOWN).toWellFormed()}…` : field;
}

/** The one known field of which this is a word: `name` of `entity_name`. */
function partOf(field: string, known: readonly string[]): string | undefined {
  const whole = known.filter((name) => name.split('_').includes(field));
  return whole.length === 1 ? whole[0] : undefined;
}

/** The same letters in another order, or few other ones. */
function isNear(field: string, known: string): boolean {
  const longer = Math.max(field.length, known.length);
  if (longer > LONGEST_SHOWN) return false;
  return lettersOf(field) === lettersOf(known) || distance(field, known) * 3 <= longer;
}

function lettersOf(word: string): string {
  return [...word].toSorted().join('');
}

function expectation(error: ErrorObject, property: PropertySchema): string {
  const expected = property['x-expected'];
  if (expected && error.keyword !== 'type') return `be ${expected}`;
  switch (error.keyword) {
    case 'type':
      return `be ${[error.params['type']]
        .flat()
        .map((type) => TYPE_NAMES[String(type)] ?? String(type))
        .join(' or ')}`;
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
    case 'maxItems':
      return `have at most ${property.maxItems} items`;
    case 'uniqueItems':
      return 'name nothing twice';
    case 'minimum':
      return `be at least ${property.minimum}`;
    case 'maximum':
      return `be at most ${property.maximum}`;
    default:
      return error.message?.replace(/^must /, '') ?? 'be valid';
  }
}
