import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** A field of free text for people: trimmed, not blank, no control characters. */
export function Text(from: number, to: number, description: string, example: string) {
  return (target: object, property: string) => {
    IsString()(target, property);
    Length(from, to)(target, property);
    JSONSchema({ description, example, format: 'text', 'x-trim': true })(target, property);
  };
}
