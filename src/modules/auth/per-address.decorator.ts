import { AddRouteConfig } from '../http/route-config.js';

/** In the window of agents only requests without credentials count. */
export type AddressWindow = 'agents' | 'open';

declare module 'fastify' {
  interface FastifyContextConfig {
    perAddress?: AddressWindow;
  }
}

/**
 * Counts requests for their network address, before the body is read, in the window of this name.
 */
export function PerAddress(window: AddressWindow): MethodDecorator {
  return AddRouteConfig({ perAddress: window });
}
