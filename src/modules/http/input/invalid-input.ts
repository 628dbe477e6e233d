import type { ValidationError } from 'class-validator';
import { AppError } from '../../../core/errors.js';
import {
  InvalidRequest,
  problem,
  WHOLE,
  invalidAny,
  type NameOf,
  type Problem,
} from '../../../core/invalid-request.js';
import { endWithMeant, MAX_FIELD_SHOWN } from '../../../core/text/meant-field.js';
import { at, type Location } from '../answers/places.js';
import { type ShapeClass, notesOf } from './dto-schema.js';
import { dtoSchema, type DtoSchema, type FieldSchema } from './dto-schema.js';

/** Per body, so that an error is never much larger than the request. */
const MAX_PROBLEMS = 10;
/** More than any list may have. */
const MAX_ITEMS = 1_000;

/** Metadata of a field's rule, in addition to its message. */
export interface RuleContext {
  /** `type`: the value has the wrong type. `item`: an item of the list is wrong. */
  about: 'type' | 'item';
}

type Ranked = Problem & { rank: number };

/**
 * Unknown fields are reported here, because class-validator and class-transformer overlook names
 * that every object has, such as `constructor`.
 */
export interface SplitInput {
  /**
   * The known fields. Values nested deeper than the fields allow are cut off: they are wrong
   * anyway, and may be very deep.
   */
  known: Record<string, unknown>;
  unknown: Ranked[];
}

/** Describes class-validator's errors for the caller. */
export class InvalidInput {
  readonly required: ReadonlySet<string>;
  readonly schema: DtoSchema;

  constructor(
    private readonly dto: ShapeClass,
    private readonly place: Location,
  ) {
    this.schema = dtoSchema(dto);
    this.required = new Set(this.schema.required);
  }

  split(value: Readonly<Record<string, unknown>>): SplitInput {
    return this.splitBy(this.schema, value, []);
  }

  /** Reports unknown fields first, then missing ones, and at most `MAX_PROBLEMS`. */
  explain(errors: readonly ValidationError[], unknown: readonly Ranked[]): AppError {
    const codes = new Set(errors.map(({ property }) => notesOf(this.dto, property)?.errorCode));
    const [code] = codes;
    if (unknown.length === 0 && codes.size === 1 && code) return new AppError(code);
    const found = errors.flatMap((error) => this.problemsOf(error, [], this.schema));
    const inOrder = [...unknown, ...found].toSorted((a, b) => a.rank - b.rank).slice(0, MAX_PROBLEMS);
    const [first = problem(WHOLE, 'is not valid'), ...others] = inOrder.map(({ rank: _rank, ...each }) =>
      at(this.place, each),
    );
    return new InvalidRequest([first, ...others]);
  }

  private splitBy(schema: DtoSchema, value: Readonly<Record<string, unknown>>, within: readonly string[]): SplitInput {
    const split: SplitInput = { known: {}, unknown: [] };
    for (const [field, given] of Object.entries(value)) {
      if (!Object.hasOwn(schema.properties, field)) {
        if (split.unknown.length < MAX_PROBLEMS) split.unknown.push(this.unknown(within, field, schema));
        continue;
      }
      const ofField = schema.properties[field] ?? {};
      const parts = partsOf(ofField);
      if (parts && isPlainObject(given)) {
        const inner = this.splitBy(parts, given, [...within, field]);
        split.unknown.push(...inner.unknown);
        // Otherwise it would also be reported as empty.
        const isOnlyUnknown = 'anyOf' in ofField && inner.unknown.length > 0 && Object.keys(inner.known).length === 0;
        if (!isOnlyUnknown) split.known[field] = inner.known;
      } else split.known[field] = shallow(given, [ofField['type']].flat().includes('array'));
    }
    return split;
  }

  private problemsOf(error: ValidationError, within: readonly string[], schema: DtoSchema): Ranked[] {
    const { property, constraints = {}, children = [], value } = error;
    const field = [...within, property].join('.');
    const nested = schema.properties[property] as DtoSchema | undefined;
    if (children.length > 0 && nested?.properties)
      return children.flatMap((child) => this.problemsOf(child, [...within, property], nested));
    const expected = within.length === 0 ? notesOf(this.dto, property)?.expected : undefined;
    if (value === undefined)
      return [{ rank: 1, field, rule: `is required${expected === undefined ? '' : `: ${expected}`}` }];
    const [name = '', said = 'be valid'] = Object.entries(constraints)[0] ?? [];
    const { about } = (error.contexts?.[name] ?? {}) as Partial<RuleContext>;
    const rule = `must ${expected !== undefined && about === undefined ? `be ${expected}` : said}`;
    if (about !== 'item' || !Array.isArray(value)) return [{ rank: 2, field, rule }];
    const item = indexOfWrong(value, schema.properties[property]);
    return [{ rank: 2, field, message: (nameOf) => `${nameOf(field)}.${item} ${rule}.` }];
  }

  private unknown(within: readonly string[], property: string, schema: DtoSchema): Ranked {
    const field = [...within, shortened(property)].join('.');
    const end = endWithMeant(property, Object.keys(schema.properties));
    const message = (nameOf: NameOf) => `${nameOf(field)} is not a known field${end}`;
    return { rank: 0, field, message };
  }
}

/** Throws `VALIDATION_ERROR` with the possible fields if a change contains none of them. */
export function requireSomething(body: object, fields: readonly string[]): void {
  if (Object.keys(body).length > 0) return;
  throw invalidAny(fields, (nameOf) =>
    fields.length === 1
      ? `${nameOf(fields.join())} is required.`
      : `${nameOf(WHOLE)} must name at least one of ${fields.join(', ')}.`,
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empties nested objects and shortens long lists, but keeps enough to report the problem. */
function shallow(value: unknown, isList: boolean): unknown {
  if (isPlainObject(value)) return {};
  if (!Array.isArray(value)) return value;
  if (!isList) return [];
  const items: unknown[] = value.slice(0, MAX_ITEMS);
  const wrong = value.findIndex((item) => typeof item !== 'string');
  if (wrong >= MAX_ITEMS) items.push(value[wrong]);
  return items.map((item) => (typeof item === 'object' && item !== null ? {} : item));
}

/** The parts of an object, or of a field that may be one instead of a text. */
function partsOf(field: FieldSchema): DtoSchema | undefined {
  const forms = ('anyOf' in field ? field['anyOf'] : [field]) as FieldSchema[];
  return forms.find((form) => 'properties' in form) as DtoSchema | undefined;
}

function indexOfWrong(items: readonly unknown[], schema: FieldSchema | undefined): number {
  const { enum: allowed, maxLength = Infinity } = (schema?.['items'] ?? {}) as { enum?: unknown[]; maxLength?: number };
  return items.findIndex(
    (item) => typeof item !== 'string' || item.length > maxLength || (allowed && !allowed.includes(item)),
  );
}

function shortened(field: string): string {
  return field.length > MAX_FIELD_SHOWN ? `${field.slice(0, MAX_FIELD_SHOWN).toWellFormed()}…` : field;
}
