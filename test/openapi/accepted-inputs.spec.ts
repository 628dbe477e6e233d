import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { dtoSchema, type FieldSchema } from '../../src/modules/http/input/dto-schema.js';
import { AcceptCheck, InputReader, TRANSFORMATION, VALIDATION } from '../../src/modules/http/input/input.pipe.js';
import type { Location } from '../../src/modules/http/answers/places.js';
import { InvalidInput } from '../../src/modules/http/input/invalid-input.js';
import { everyDto } from '../support/every-dto.js';
import { repeats } from '../support/long.js';
import { fc } from '../support/property.js';

const CHARACTERS = [
  'a',
  'A',
  '0',
  '9',
  ' ',
  '-',
  '@',
  '.',
  'é',
  '̀',
  '️',
  '😀',
  '\0',
  '\n',
  '\u200b',
  '\u202e',
  '\ud800',
];
const RUNS = repeats('INPUT_RUNS', 300, 100);

/** Returns values that are valid for a field, nearly valid, or of another kind altogether. */
function valuesOf(schema: FieldSchema, place: Location): fc.Arbitrary<unknown> {
  const { type, enum: allowed, minimum, maximum, maxLength, items, properties } = schema;
  const kinds = [type].flat();
  const near: fc.Arbitrary<unknown>[] = [];
  if (Array.isArray(allowed)) near.push(fc.constantFrom(...(allowed as unknown[])));
  if (kinds.includes('string')) {
    const longest = Number(maxLength ?? 20);
    near.push(fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: Math.min(longest + 2, 400) }));
    near.push(fc.constantFrom('x'.repeat(longest), 'é'.repeat(longest), '😀'.repeat(longest), 'x'.repeat(longest + 1)));
    near.push(fc.constantFrom('you@example.com', '2026-01-31', '2026-02-30', 'us-co', 'us', '493027', ' 493027 ', ''));
  }
  if (kinds.includes('integer')) {
    const bounds = [minimum, maximum].map(Number).filter((bound) => Number.isFinite(bound));
    const numbers = fc.oneof(fc.integer(), fc.constantFrom(...bounds, ...bounds.map((bound) => bound + 1), -1, 0, 1.5));
    near.push(numbers, numbers.map(String), fc.constantFrom('1e3', '1e400', '0x10', ' 5 ', '5.0', 'NaN', 'Infinity'));
  }
  if (kinds.includes('boolean')) near.push(fc.boolean(), fc.constantFrom('true', 'false', 'yes', '1', 1, 0));
  if (items) near.push(fc.array(valuesOf(items as FieldSchema, place), { maxLength: 4 }));
  if (properties) near.push(recordOf(properties as Record<string, FieldSchema>, place));
  return fc.oneof(...near, fc.constantFrom(null, true, 0, '', 'x', [], {}, [['x']], { a: { a: 1 } }));
}

function recordOf(properties: Record<string, FieldSchema>, place: Location): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => [field, valuesOf(schema, place)] as const),
  );
  const known = fc.record(fields, { requiredKeys: [] });
  const odd = fc.constantFrom('hasOwnProperty', 'constructor', 'toString', 'no_such_field');
  return fc
    .tuple(known, fc.option(odd, { freq: 20, nil: undefined }))
    .map(([value, extra]) => (extra === undefined ? value : { ...value, [extra]: 'x' }));
}

function byClassValidator(dto: new () => object, place: Location, given: Record<string, unknown>): object | undefined {
  const { known, unknown } = new InvalidInput(dto, place).split(given);
  const instance = plainToInstance(dto, known, TRANSFORMATION);
  return unknown.length === 0 && validateSync(instance, VALIDATION).length === 0 ? { ...instance } : undefined;
}

const defined = (value: object | undefined) => value && (JSON.parse(JSON.stringify(value)) as unknown);

describe.each(await everyDto())('%s', (_name, dto) => {
  it.each(['body', 'query'] as const)('accepts and reads the same values of a %s as class-validator', (place) => {
    const check = new AcceptCheck(dto);
    const { properties } = dtoSchema(dto);
    fc.assert(
      fc.property(recordOf(properties, place), (sent) => {
        const given = InputReader.of(dto, place).objectOf(sent);
        const accepted = check.read(structuredClone(given));
        expect(accepted ?? new dto()).toBeInstanceOf(dto);
        expect(defined(accepted)).toEqual(defined(byClassValidator(dto, place, given)));
      }),
      { numRuns: RUNS },
    );
  });

  it('treats null in a body field as absent, unless null has its own meaning', () => {
    const { properties } = dtoSchema(dto);
    const nulls = Object.fromEntries(Object.keys(properties).map((field) => [field, null]));
    const own = Object.keys(properties).filter((field) => [properties[field]?.['type']].flat().includes('null'));
    const reader = InputReader.of(dto, 'body');
    expect(reader.objectOf(nulls)).toEqual(Object.fromEntries(own.map((field) => [field, null])));
    expect(reader.objectOf({ no_such_field: null })).toEqual({ no_such_field: null });
  });
});

it('the document allows null wherever a body may leave a field out, and nowhere else', () => {
  const { paths } = JSON.parse(readFileSync('packages/client/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: FieldSchema }> } }>>;
  };
  const bodies = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ requestBody }) => requestBody?.content['application/json']?.schema)
    .filter((schema) => schema !== undefined);
  expect(bodies.length).toBeGreaterThan(10);
  const takesNull = ({ type, anyOf = [] }: FieldSchema): boolean =>
    [type].flat().includes('null') || (anyOf as FieldSchema[]).some(takesNull);
  for (const { properties = {}, required = [] } of bodies) {
    for (const [field, schema] of Object.entries(properties as Record<string, FieldSchema>)) {
      const isOptional = !(required as string[]).includes(field);
      const lifts = String(schema['description']).includes('null');
      expect([field, takesNull(schema)]).toEqual([field, isOptional || lifts]);
    }
  }
});
