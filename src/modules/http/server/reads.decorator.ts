import { AddRouteConfig } from '../route-config.js';

/**
 * `raw` is JSON handed over as text; `form` is what an HTML form sends; `anything` is the text of
 * JSON or a form, and nothing of other types; `file` is CSV or NDJSON as it arrives, for the route
 * to read; `upload` is a form that may carry a file, likewise. Only `anything` leaves the query
 * unchecked.
 */
type BodyKind = 'raw' | 'form' | 'anything' | 'file' | 'upload';

declare module 'fastify' {
  interface FastifyContextConfig {
    reads?: BodyKind;
  }
}

/** What the body is, where it is not JSON for a DTO. */
export function Reads(kind: BodyKind): MethodDecorator {
  return AddRouteConfig({ reads: kind });
}
