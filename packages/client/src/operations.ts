import type { components, operations, paths } from './openapi.generated.js';

export type Schemas = components['schemas'];
export type OperationId = keyof operations;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths of the OpenAPI document that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
export type OperationAt<M extends Method, P extends PathOf<M>> = paths[P][M];

type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : never;

export type Body<O> = O extends { requestBody?: infer Given } ? Json<NonNullable<Given>> : never;
export type BodyOf<O extends OperationId> = Body<operations[O]>;
export type QueryOf<O extends OperationId> = NonNullable<operations[O]['parameters']['query']>;

/** A 503 is an error, except for the readiness check, where it is a regular response. */
type Answers<O> = O extends { responses: infer Responses }
  ? Exclude<Json<Responses[keyof Responses & (200 | 201 | 202 | 503)]>, Schemas['Error']>
  : never;
/** The response of an operation; an object without fields if it has no body. */
export type Answer<O> = [Answers<O>] extends [never] ? object : Answers<O>;
export type AnswerOf<O extends OperationId> = Answer<operations[O]>;

export type Parts<O> = (O extends { parameters: { path: infer Path } } ? { path: Path } : { path?: never }) &
  (O extends { parameters: { query?: infer Query } } ? { query?: Query | undefined } : { query?: never }) &
  (O extends { requestBody: { content: { 'text/csv': string } } }
    ? { file: SentFile; body?: never }
    : O extends { requestBody: object }
      ? { body: Body<O> }
      : { body?: Body<O> | undefined });

interface SentFile {
  bytes: string | Uint8Array;
  type: 'text/csv' | 'application/x-ndjson';
}

export interface AnyParts {
  path?: object;
  query?: object | undefined;
  body?: object | undefined;
  file?: SentFile;
}
