import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import { validateSync, type ValidatorOptions } from 'class-validator';
import { invalid, WHOLE } from '../../../core/invalid-request.js';
import type { ShapeClass } from '../contract.js';
import { AcceptCheck } from './accept-check.js';
import { InvalidInput, type Place } from './invalid-input.js';

/** How class-validator looks at a DTO, by whichever way it is called. */
export const VALIDATION: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };
export const transformationIn = (place: Place): ClassTransformOptions => ({
  groups: [place],
  exposeDefaultValues: true,
});

/** A DTO class as the reader of its place in a request. Of what a process could read it reads a part, so each check is compiled when it is first used. */
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

  /** What was sent, if it can be an input at all; throws `VALIDATION_ERROR`. Nothing is an empty object where no field is required. */
  objectOf(given: unknown): Record<string, unknown> {
    const value = given === undefined && this.invalid.required.size === 0 ? {} : given;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw invalid(this.place, WHOLE, 'must be a JSON object', {
      suggestion: 'Send a JSON object with Content-Type: application/json.',
    });
  }

  /** The value trimmed, filled in and (in a query) converted, if the compiled check accepts it. */
  accepted(value: Readonly<Record<string, unknown>>): object | undefined {
    this.check ??= new AcceptCheck(this.dto, this.place);
    return this.check.read(value);
  }

  /** The same for who has no pipe: forms of the console and arguments of tools. Throws `VALIDATION_ERROR` naming the place and the field. */
  read(given: unknown): unknown {
    const value = this.objectOf(given);
    return this.accepted(value) ?? this.validated(value);
  }

  private validated(value: Record<string, unknown>): object {
    const { known, unknown } = this.invalid.split(value);
    const instance = plainToInstance(this.dto, known, transformationIn(this.place));
    const errors = validateSync(instance, VALIDATION);
    if (errors.length + unknown.length > 0) throw this.invalid.explain(errors, unknown);
    return instance;
  }
}
