import type { Scope } from '../../core/accounts/scope.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { ErrorCode } from '../../core/errors.js';

/** A class whose decorated fields describe a body or a query. */
export type ShapeClass = new () => object;

/** What a route requires of a request before it is called. */
export interface RouteContract {
  /**
   * `key` (the default below /v1) needs credentials; `optional` uses them, and refuses bad ones;
   * `recognised` uses them when they are good; `open` looks at none; `admin` needs the admin key;
   * `signed` checks the signature of the body itself.
   */
  access?: 'key' | 'optional' | 'recognised' | 'open' | 'admin' | 'signed';
  /** What an access token needs for this route, beside being valid. */
  scope?: Scope;
  /**
   * Requests count for their network address before the body is read, in the window of this name;
   * in that of agents only those without credentials.
   */
  perAddress?: 'agents' | 'open';
  /**
   * Refuses foreign Hosts and Origins altogether, where other routes only keep their answers from
   * pages of foreign origins.
   */
  strictOrigin?: boolean;
  /**
   * `json` (the default) is parsed by the pipe; `raw` is JSON handed over as text; `form` is what
   * an HTML form sends; `anything` is the text of a body of any type; `file` is CSV or NDJSON as it
   * arrives, for the route to read; `upload` is a form that may carry a file, likewise. Only
   * `anything` leaves the query unchecked.
   */
  reads?: 'json' | 'raw' | 'form' | 'anything' | 'file' | 'upload';
  /** `oauth`: its errors have the shape of the RFCs, not that of the contract. */
  errors?: 'oauth';
  /**
   * Where the metadata of the protected resource is, below `/.well-known/oauth-protected-resource`;
   * the service's own unless given.
   */
  resource?: '/mcp';
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
  /** The files it takes: an example of each media type. */
  takesFile?: Readonly<Record<string, string>>;
  /**
   * What is answered when all went well, by status; `nothing` is an empty body, `text` plain text,
   * `file` one of `givesFile`.
   */
  answers: Readonly<Record<number, z.ZodType | 'nothing' | 'text' | 'file'>>;
  /** While what it reads is pending, its answer says when to ask again. */
  mayBePending?: true;
  /** The files it answers with: an example of each media type. */
  givesFile?: Readonly<Record<string, string>>;
  /** Whether everybody gets the same, which caches may keep. */
  sameForAll?: true;
  /** The columns of 200 as CSV, for who asks with `format=csv`. */
  csv?: readonly string[];
  /**
   * The codes of this route's own; those that every route of its kind may answer are added to them.
   */
  errors?: readonly ErrorCode[];
  /** The request headers it heeds. */
  heeds?: readonly ('Idempotency-Key' | 'Prefer')[];
}

/**
 * Declares the contract of a route: guards, pipe and hooks keep it, and the documents are made from
 * it.
 */
export function Contract(contract: RouteContract): MethodDecorator {
  return RouteConfig({ contract });
}
