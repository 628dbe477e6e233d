import type { FastifyRequest } from 'fastify';
import { messageOf, WHOLE, type InvalidRequest, type NameOf, type Problem } from '../../../core/invalid-request.js';
import { notesOf, type ShapeClass } from '../input/dto-schema.js';

export type Location = 'path' | 'query' | 'header' | 'body' | 'arguments';

export interface Place {
  location: Location;
  /** Its name there. */
  field: string;
}

export type PlaceOf = (field: string) => Place;

/** A problem whose place is not that of the field's name. */
type PlacedProblem = Problem & { location: Location };

export function at(location: Location, problem: Problem): PlacedProblem {
  return { ...problem, location };
}

export const inBody: PlaceOf = (field) => ({ location: 'body', field });

/**
 * Returns where the fields of a request stand: where they were sent, or where its route takes
 * them.
 */
export function placesIn({ params, query, body, routeConfig, context }: FastifyRequest): PlaceOf {
  const { headers = {} } = routeConfig;
  const { takes } = context;
  return (field) => {
    const header = headers[field];
    if (header !== undefined) return { location: 'header', field: header };
    const [name = field] = field.split('.');
    if (has(params, name)) return { location: 'path', field };
    if (has(body, name)) return { location: 'body', field };
    const isOfQuery = has(query, name) || (hasField(takes?.query, name) && !hasField(takes?.body, name));
    return { location: isOfQuery ? 'query' : 'body', field };
  };
}

/** The message of an error and of each of its problems, as a transport names their fields. */
export function wordsOf(error: InvalidRequest, placeOf: PlaceOf) {
  const errors = error.problems.map((problem) => {
    const found = 'location' in problem ? placedAt((problem as PlacedProblem).location) : placeOf;
    return { ...found(problem.field), message: messageOf(problem, namedBy(found)) };
  });
  return { message: error.inWords((problem) => errors[error.problems.indexOf(problem)]!.message), errors };
}

function placedAt(location: Location): PlaceOf {
  return (field) => ({ location, field });
}

function namedBy(placeOf: PlaceOf): NameOf {
  return (name) => {
    const { location, field } = placeOf(name);
    return field === WHOLE ? `The ${location}` : `${location}.${field}`;
  };
}

function has(part: unknown, name: string): boolean {
  return typeof part === 'object' && part !== null && Object.hasOwn(part, name);
}

function hasField(dto: ShapeClass | undefined, name: string): boolean {
  return dto !== undefined && notesOf(dto, name) !== undefined;
}
