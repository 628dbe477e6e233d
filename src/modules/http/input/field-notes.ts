import type { PlainErrorCode } from '../../../core/errors.js';

/** What is known of a field beside its rules and its schema. */
export interface FieldNotes {
  type: string;
  trim: boolean;
  expected: string | undefined;
  errorCode: PlainErrorCode | undefined;
}

const NOTES = Symbol('field notes');

export function noteField(target: object, property: string | symbol, notes: FieldNotes): void {
  Reflect.defineMetadata(NOTES, notes, target, property);
}

export function notesOf(dto: new () => object, property: string): FieldNotes | undefined {
  return Reflect.getMetadata(NOTES, dto.prototype as object, property) as FieldNotes | undefined;
}
