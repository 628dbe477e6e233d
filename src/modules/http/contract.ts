import type { Scope } from '../../core/accounts/scope.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { ErrorCode } from '../../core/errors.js';

/** A class whose decorated fields describe a body or a query. */
export type ShapeClass = new () => object;

/** What a route asks of a request before it is called. */
export interface RouteContract {
  /** `open` routes need no key, `admin` routes the admin's; `signed` ones check themselves who signed the body. */
  access?: 'open' | 'key' | 'admin' | 'signed';
  /** What an access token needs for this route, beside being valid. */
  scope?: Scope;
  /** False for the routes that leave the caller's window as it was. */
  counted?: boolean;
  /** `raw`: the route is handed the body's text as it came; `form`: it takes what an HTML form sends, and nothing else does. */
  reads?: 'json' | 'raw' | 'form';
  body?: ShapeClass;
  query?: ShapeClass;
  /** What the published documents say of it; a route without is no part of the interface. */
  doc?: RouteDoc;
}

/** What cannot be read off the rest of a contract. */
export interface RouteDoc {
  /** The operation's name in generated clients; unique. */
  operation: string;
  /** One line, as an imperative. */
  summary: string;
  description: string;
  /** What the body holds where no class says so, because the route reads it raw. */
  takes?: z.ZodType;
  /** What is answered when all went well, by status; `nothing` is an empty body, `text` plain text. */
  answers: Readonly<Record<number, z.ZodType | 'nothing' | 'text'>>;
  /** The codes of this route's own; those that every route of its kind may answer are added to them. */
  errors?: readonly ErrorCode[];
  /** The request headers it heeds. */
  heeds?: readonly ('Idempotency-Key' | 'Prefer')[];
}

/** Declares the contract of a route; the front door keeps it, and the documents are made from it. */
export function Contract(contract: RouteContract): MethodDecorator {
  return RouteConfig({ contract });
}
