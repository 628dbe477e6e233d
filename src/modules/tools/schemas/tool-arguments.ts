import { InvalidRequest, type Problem } from '../../../core/invalid-request.js';
import { dtoSchema, type FieldSchema, type ShapeClass } from '../../http/input/dto-schema.js';
import { InputReader } from '../../http/input/input.pipe.js';

const PLACE = 'arguments';
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d{0,15})$/;
/** A single code in place of a list. */
const CODE = /^[\w-]+$/;

/**
 * The arguments of a tool. Some hosts send numbers, booleans and lists as text: unambiguous values
 * are converted, and all others are refused with the expected form. The published schema does not
 * mention this.
 */
export class ToolArguments {
  private readonly reader: InputReader;
  private readonly fields: ReadonlyMap<string, FieldSchema>;

  constructor(input: ShapeClass) {
    const { properties } = dtoSchema(input);
    this.reader = InputReader.of(input, PLACE);
    this.fields = new Map(Object.entries(properties));
  }

  /** Throws `VALIDATION_ERROR`. */
  read(given: unknown): unknown {
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    try {
      return this.reader.read(isObject ? this.meant(given) : (given ?? {}));
    } catch (error) {
      throw error instanceof InvalidRequest ? this.withForms(error) : error;
    }
  }

  private meant(given: object): object {
    const meant = Object.entries(given).map(([name, value]) => {
      return [name, valueOf(value as unknown, this.fields.get(name)?.['type'])] as const;
    });
    return Object.fromEntries(meant);
  }

  private withForms(error: InvalidRequest): InvalidRequest {
    const [first, ...others] = error.problems;
    const { suggestion } = error;
    return new InvalidRequest(
      [this.withForm(first), ...others.map((each) => this.withForm(each))],
      suggestion === undefined ? {} : { suggestion },
    );
  }

  /** `must be a list` alone does not show how to write one. */
  private withForm(given: Problem): Problem {
    const { example, default: fallback = example } = this.fields.get(given.field) ?? {};
    if (!('rule' in given) || !KINDS.has(given.rule) || fallback === undefined) return given;
    return { ...given, rule: `${given.rule}, such as ${JSON.stringify(fallback)}` };
  }
}

const KINDS: ReadonlySet<string> = new Set(['must be a list', 'must be a whole number']);

function valueOf(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && WHOLE_NUMBER.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'array') return CODE.test(value) ? [value] : (listIn(value) ?? value);
  return value;
}

function listIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
