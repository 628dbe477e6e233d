import type { components, operations, paths } from './openapi.generated.js';

export type Schemas = components['schemas'];
export type OperationId = keyof operations;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths of the document that know a method, and the operation behind them. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
export type OperationAt<M extends Method, P extends PathOf<M>> = paths[P][M];

type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : never;

export type Body<O> = O extends { requestBody?: infer Given } ? Json<NonNullable<Given>> : never;
export type BodyOf<O extends OperationId> = Body<operations[O]>;
export type QueryOf<O extends OperationId> = NonNullable<operations[O]['parameters']['query']>;

/** 503 is a refusal, but an answer where the question was whether the service is ready. */
type Answers<O> = O extends { responses: infer Responses }
  ? Exclude<Json<Responses[keyof Responses & (200 | 201 | 202 | 503)]>, Schemas['Error']>
  : never;
/** What an operation answers; an object without fields where it answers nothing. */
export type Answer<O> = [Answers<O>] extends [never] ? object : Answers<O>;
export type AnswerOf<O extends OperationId> = Answer<operations[O]>;

/** The parts of a request that its operation takes. */
export type Parts<O> = (O extends { parameters: { path: infer Path } } ? { path: Path } : { path?: never }) &
  (O extends { parameters: { query?: infer Query } } ? { query?: Query | undefined } : { query?: never }) &
  (O extends { requestBody: { content: { 'text/csv': string } } }
    ? { file: SentFile; body?: never }
    : O extends { requestBody: object }
      ? { body: Body<O> }
      : { body?: Body<O> | undefined });

/** A file as it is, or as it is read from somewhere. */
interface SentFile {
  bytes: string | Uint8Array;
  type: 'text/csv' | 'application/x-ndjson';
}

/** What is read of a request once its operation has been checked. */
export interface AnyParts {
  path?: object;
  query?: object | undefined;
  body?: object | undefined;
  file?: SentFile;
}
