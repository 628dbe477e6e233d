import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { readEmail, MAX_EMAIL_LENGTH } from '../../../core/accounts/email-address.js';
import type { PlainErrorCode } from '../../../core/errors.js';
import {
  areReadable,
  comparedText,
  isBlank,
  isReadable,
  isText,
  READABLE_RULE,
  textOfLines,
  trimText,
} from '../../../core/text/text.js';
import { noteField, type ShapeClass } from './dto-schema.js';
import { cleaned, isDay } from './input.pipe.js';
import type { RuleContext } from './invalid-input.js';

interface FieldOptions {
  description: string;
  /** The description for models, where it names a tool instead of a route. */
  forTools?: string;
  example?: unknown;
  /** Accepts `null`, which removes the value. */
  nullable?: boolean;
  /** Included in the example although optional. */
  shown?: boolean;
  /** Description of a valid value for the error message: `six digits`. */
  expected?: string;
  /** Error code if only this field is wrong. */
  errorCode?: PlainErrorCode;
}

interface StringOptions extends FieldOptions {
  maxLength?: number;
  minLength?: number;
  pattern?: RegExp;
  trim?: boolean;
  /** Refuses what is invisible. */
  printable?: boolean;
}

interface IntegerOptions extends FieldOptions {
  minimum: number;
  maximum: number;
  /** A number within the limits that is not allowed. */
  except?: number;
}

interface ListOptions extends FieldOptions {
  maxItems?: number;
  /** Of each item. */
  maxLength?: number;
}

type SchemaKeywords = Partial<Record<string, unknown>>;

/** Makes a field optional. Its initializer in the class is its default. */
export function Optional(): PropertyDecorator {
  return compose(
    ValidateIf((_body, value) => value !== undefined),
    ApiProperty({ required: false }),
  );
}

/** A text, unchanged. */
export function StringField(options: StringOptions): PropertyDecorator {
  const { minLength, maxLength, pattern, trim = false, printable = false } = options;
  return field(
    options,
    'string',
    { minLength, maxLength, pattern: pattern?.source, ...(printable ? { format: 'text' } : {}) },
    [
      IsString(ofType('a string', options)),
      ...(trim ? [Transform(({ value }) => cleaned(value, trimText))] : []),
      ...(minLength === undefined && maxLength === undefined ? [] : [HasLength(minLength ?? 0, maxLength ?? Infinity)]),
      ...(printable ? [Is('text', isReadable, READABLE_RULE)] : []),
      ...(pattern ? [Matches(pattern, says(`match ${pattern.source}`))] : []),
    ],
    trim ? trimText : undefined,
  );
}

/** Text for people: trimmed, not blank, with nothing invisible. */
export function Text(
  minLength: number,
  maxLength: number,
  description: string,
  example?: string,
  { nullable = false }: Pick<FieldOptions, 'nullable'> = {},
): PropertyDecorator {
  const options: FieldOptions = { description, example, ...(nullable && { nullable }) };
  return textField(options, { minLength, maxLength, format: 'text' }, trimText);
}

/** A text for people that may have several lines. */
export function Note(maxLength: number, description: string, example: string): PropertyDecorator {
  return textField({ description, example }, { minLength: 1, maxLength, format: 'note' }, textOfLines);
}

/** A text that is compared with others: what people paste it with is removed, not refused. */
export function ComparedText(
  minLength: number,
  maxLength: number,
  description: string,
  example?: string,
  format: 'compared' | 'name' = 'compared',
): PropertyDecorator {
  return textField({ description, example }, { minLength, maxLength, format }, comparedText);
}

/** A text that is returned exactly as it was sent. */
export function KeptText(
  maxLength: number,
  description: string,
  { nullable = false }: Pick<FieldOptions, 'nullable'> = {},
): PropertyDecorator {
  const options: FieldOptions = { description, ...(nullable && { nullable }) };
  return field(options, 'string', { minLength: 1, maxLength, format: 'kept' }, [
    IsString(ofType('a string', options)),
    HasLength(1, maxLength),
    // An empty text has the message of its length.
    Is('blank', (text) => text === '' || !isBlank(text), 'not be blank'),
    Is('text', isText, 'not contain control characters'),
  ]);
}

type TextFormat = 'text' | 'note' | 'compared' | 'name';

function textField(
  options: FieldOptions,
  limits: { minLength: number; maxLength: number; format: TextFormat },
  clean: (text: string) => string,
): PropertyDecorator {
  const isCompared = limits.format === 'compared' || limits.format === 'name';
  return field(
    options,
    'string',
    limits,
    [
      IsString(ofType('a string', options)),
      Transform(({ value }) => cleaned(value, clean)),
      HasLength(limits.minLength, limits.maxLength),
      Is(
        'text',
        limits.format === 'note' ? areReadable : isReadable,
        isCompared ? 'not contain control characters' : READABLE_RULE,
      ),
    ],
    clean,
  );
}

export function EmailField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    'string',
    { maxLength: MAX_EMAIL_LENGTH, format: 'email' },
    [
      IsString(ofType('a string', options)),
      Transform(({ value }) => cleaned(value, trimText)),
      HasLength(0, MAX_EMAIL_LENGTH),
      Is('email', (text) => readEmail(text) !== undefined, 'be an e-mail address'),
    ],
    trimText,
  );
}

export function DateField(options: FieldOptions): PropertyDecorator {
  return field(options, 'string', { format: 'date' }, [
    IsString(ofType('a string', options)),
    Is('date', isDay, 'be a date as YYYY-MM-DD'),
  ]);
}

export function OneOf(values: readonly string[], options: FieldOptions): PropertyDecorator {
  const allowed = options.nullable ? [...values, null] : [...values];
  return field(options, 'string', { enum: allowed }, [
    IsString(ofType('a string', options)),
    IsIn([...values], says(oneOf(values))),
  ]);
}

export function IntegerField(options: IntegerOptions): PropertyDecorator {
  const { minimum, maximum, except } = options;
  return field(options, 'integer', { minimum, maximum, ...(except === undefined ? {} : { not: { enum: [except] } }) }, [
    IsInt(ofType('a whole number', options)),
    Min(minimum, says(`be at least ${minimum}`)),
    Max(maximum, says(`be at most ${maximum}`)),
    ...(except === undefined ? [] : [Is('except', (value) => Number(value) !== except, `not be ${except}`)]),
  ]);
}

export function BooleanField(options: FieldOptions & { must?: boolean }): PropertyDecorator {
  const { must } = options;
  return field(options, 'boolean', must === undefined ? {} : { enum: [must] }, [
    IsBoolean(ofType('true or false', options)),
    ...(must === undefined ? [] : [IsIn([must], says(`be ${must}`))]),
  ]);
}

/** A list of texts that the route validates further. */
export function StringList(options: ListOptions): PropertyDecorator {
  const { maxItems, maxLength } = options;
  return field(
    options,
    'array',
    { items: { type: 'string', ...(maxLength ? { maxLength } : {}) }, minItems: 1, maxItems },
    [
      ...list(maxItems, options),
      IsString(ofItem('be a string')),
      ...(maxLength ? [HasLength(0, maxLength, ofItem)] : []),
    ],
  );
}

export function StringSet(options: ListOptions): PropertyDecorator {
  return compose(StringList(options), ArrayUnique(says('name nothing twice')), ApiProperty({ uniqueItems: true }));
}

export function SetOf(values: readonly string[], options: ListOptions): PropertyDecorator {
  const { maxItems = values.length } = options;
  return field(
    options,
    'array',
    { items: { type: 'string', enum: [...values] }, minItems: 1, maxItems, uniqueItems: true },
    [...list(maxItems, options), ArrayUnique(says('name nothing twice')), IsIn([...values], ofItem(oneOf(values)))],
  );
}

export function ObjectField(shape: () => new () => object, options: FieldOptions): PropertyDecorator {
  return field(options, 'object', { shape }, [IsObject(ofType('an object', options)), ValidateNested(), Type(shape)]);
}

/** A field parsed by the core, whose parser decides whether it fits. */
export function ReadField(
  schema: SchemaKeywords,
  { fits, rule }: { fits: (value: unknown) => boolean; rule: (value: unknown) => string },
  options: FieldOptions,
): PropertyDecorator {
  return field(options, 'parts', schema, [
    Transform(({ value }) => cleaned(value, trimText)),
    ValidateBy({ name: 'parts', validator: { validate: fits } }, { message: ({ value }) => rule(value) }),
  ]);
}

const list = (maxItems: number | undefined, options: FieldOptions) => [
  IsArray(ofType('a list', options)),
  ArrayNotEmpty(says('not be empty')),
  ...(maxItems === undefined ? [] : [ArrayMaxSize(maxItems, says(`have at most ${maxItems} items`))]),
];

const oneOf = (values: readonly string[]) => `be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;

const says = (message: string): ValidationOptions => ({ message });

const ofType = (name: string, { nullable = false }: Pick<FieldOptions, 'nullable'>): ValidationOptions => ({
  message: `be ${name}${nullable ? ' or null' : ''}`,
  context: { about: 'type' } satisfies RuleContext,
});

const ofItem = (message: string): ValidationOptions => ({
  message,
  each: true,
  context: { about: 'item' } satisfies RuleContext,
});

export function Is(name: string, holds: (text: string) => boolean, message: string): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' ? holds(value) : typeof value === 'number' && holds(String(value));
  return ValidateBy({ name, validator: { validate } }, says(message));
}

/** Counts code points, not UTF-16 units. */
function HasLength(least: number, most: number, saying = says): PropertyDecorator {
  const lengthOf = (value: unknown) => (typeof value === 'string' ? [...value].length : 0);
  return compose(
    ValidateBy(
      { name: 'minLength', validator: { validate: (value) => typeof value === 'string' && lengthOf(value) >= least } },
      saying(least === 1 ? 'not be blank' : `have at least ${least} characters`),
    ),
    ValidateBy(
      { name: 'maxLength', validator: { validate: (value) => typeof value === 'string' && lengthOf(value) <= most } },
      saying(`have at most ${most} characters`),
    ),
  );
}

function field(
  options: FieldOptions,
  type: string,
  { shape, ...keywords }: SchemaKeywords,
  decorators: readonly PropertyDecorator[],
  clean?: (text: string) => string,
): PropertyDecorator {
  const { description, example, nullable, shown, expected, errorCode, forTools } = options;
  const described = { nullable, ...(shown && { 'x-shown': true }), ...keywords };
  return compose(
    ...decorators,
    ...(nullable ? [ValidateIf((_body, value) => value !== null)] : []),
    (target, property) =>
      ApiProperty({
        type: shape === undefined ? type : lazily(shape),
        description,
        example,
        default: initialValue(target, property),
        ...described,
      } as ApiPropertyOptions)(target, property),
    (target, property) => noteField(target, property, { type, clean, expected, errorCode, forTools }),
  );
}

/** The default of a field is written once, as its initializer in the class. */
function initialValue(target: object, property: string | symbol): unknown {
  const instance = new (target.constructor as ShapeClass)() as Record<string | symbol, unknown>;
  return instance[property];
}

/** Swagger recognises a lazy type by the function's name. */
function lazily(shape: unknown): () => unknown {
  return { type: () => (shape as () => unknown)() }.type;
}

function compose(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
