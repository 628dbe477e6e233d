import { DECORATORS } from '@nestjs/swagger';
import type { PlainErrorCode } from '../../../core/errors.js';

/** A class whose decorated fields describe a body or query. */
export type ShapeClass = new () => object;

export type FieldSchema = Record<string, unknown>;

export interface DtoSchema {
  type: 'object';
  properties: Record<string, FieldSchema>;
  required: string[];
  additionalProperties: false;
}

type Property = FieldSchema & { type?: unknown; required?: boolean; nullable?: boolean };

export function dtoSchema(dto: ShapeClass): DtoSchema {
  const prototype = dto.prototype as object;
  const names = (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) ?? []) as string[];
  const declared = names.map((name) => {
    const field = name.slice(1);
    return [field, Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, field) as Property] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(declared.map(([field, property]) => [field, schemaOf(property)])),
    required: declared.flatMap(([field, { required }]) => (required === false ? [] : [field])),
    additionalProperties: false,
  };
}

function schemaOf({ required: _required, isArray: _isArray, nullable, type, ...declared }: Property): FieldSchema {
  const keywords = Object.fromEntries(
    Object.entries(declared).filter(([key, value]) => value !== undefined && !key.startsWith('x-')),
  );
  if (declared['anyOf']) return keywords;
  const object = typeof type === 'function' ? dtoSchema((type as () => ShapeClass)()) : undefined;
  const name = object ? 'object' : type;
  return { ...keywords, ...object, type: nullable ? [name, 'null'] : name };
}

/** Facts about a field that its rules and schema do not contain. */
export interface FieldNotes {
  type: string;
  /** Applied to a text before it is validated. */
  clean: ((text: string) => string) | undefined;
  expected: string | undefined;
  errorCode: PlainErrorCode | undefined;
  forTools: string | undefined;
}

const NOTES = Symbol('field notes');

export function noteField(target: object, property: string | symbol, notes: FieldNotes): void {
  Reflect.defineMetadata(NOTES, notes, target, property);
}

export function notesOf(dto: new () => object, property: string): FieldNotes | undefined {
  return Reflect.getMetadata(NOTES, dto.prototype as object, property) as FieldNotes | undefined;
}
