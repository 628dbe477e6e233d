import type { Scope } from '../../core/accounts/scope.js';
import { RouteConfig } from '@nestjs/platform-fastify';

/** A class whose decorated fields describe a body or a query. */
export type ShapeClass = new () => object;

/** What a route asks of a request before it is called. */
export interface RouteContract {
  /** `open` routes need no key, `admin` routes the admin's. */
  access?: 'open' | 'key' | 'admin';
  /** What an access token needs for this route, beside being valid. */
  scope?: Scope;
  /** False for the routes that leave the caller's window as it was. */
  counted?: boolean;
  /** `raw`: the route is handed the body's text as it came; `form`: it takes what an HTML form sends, and nothing else does. */
  reads?: 'json' | 'raw' | 'form';
  body?: ShapeClass;
  query?: ShapeClass;
}

/** Declares the contract of a route; the front door keeps it, and the documents are made from it. */
export function Contract(contract: RouteContract): MethodDecorator {
  return RouteConfig({ contract });
}
