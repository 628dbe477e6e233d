import { Ajv, type ValidateFunction } from 'ajv';
import { readEmail } from '../../../core/accounts/email-address.js';
import { isText } from '../../../core/matching/reading/normalise.js';
import type { ShapeClass } from '../contract.js';
import { isDay } from './day.js';
import { dtoSchema } from './dto-schema.js';
import { notesOf } from './field-notes.js';
import { flagIn, numberIn, trimmed } from './field-values.js';
import type { Place } from './invalid-input.js';

/**
 * Accepts what class-validator would accept of a DTO, compiled from what its fields declare: most requests are well-formed, and this takes a tenth of
 * the time. What it does not accept is looked at again by class-validator, which says what is wrong. A test holds both to the same inputs.
 */
export class AcceptCheck {
  private readonly validate: ValidateFunction;
  private readonly conversions: readonly (readonly [field: string, convert: (value: unknown) => unknown])[];

  constructor(dto: ShapeClass, place: Place) {
    const schema = dtoSchema(dto);
    this.validate = compiler.compile(schema);
    this.conversions = Object.keys(schema.properties).flatMap((field) => {
      const { type, trim } = notesOf(dto, field) ?? {};
      if (trim) return [[field, trimmed] as const];
      if (place === 'query' && type === 'integer') return [[field, numberIn] as const];
      return place === 'query' && type === 'boolean' ? [[field, flagIn] as const] : [];
    });
  }

  /** The value trimmed, filled in and (in a query) converted; `undefined` where it is not accepted. The value given stays as it is. */
  read(given: Readonly<Record<string, unknown>>): object | undefined {
    const value = { ...given };
    for (const [field, convert] of this.conversions) {
      if (value[field] !== undefined) value[field] = convert(value[field]);
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
  ajv.addKeyword('example');
  return ajv;
}
