import type { FastifyInstance } from 'fastify';
import type { RouteContract, RouteDoc } from '../http/contract.js';

export interface DocumentedRoute {
  /** Lower case, as OpenAPI writes it. */
  method: string;
  /** With its parameters in braces. */
  path: string;
  contract: RouteContract & { doc: RouteDoc };
}

/** The routes this process serves, as they were registered: nothing can be described that does not run. */
export class Routes {
  private readonly addresses = new Set<string>();
  private readonly routes: DocumentedRoute[] = [];

  install(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url, config }) => {
      this.addresses.add(url);
      const contract = config?.contract;
      if (!contract?.doc) return;
      for (const verb of [method].flat()) {
        if (verb === 'HEAD' || verb === 'OPTIONS') continue;
        const path = url.replaceAll(/:(\w+)/g, '{$1}');
        this.routes.push({ method: verb.toLowerCase(), path, contract: { ...contract, doc: contract.doc } });
      }
    });
  }

  documented(): readonly DocumentedRoute[] {
    return this.routes;
  }

  /** Whether something answers there, described or not. */
  serves(address: string): boolean {
    return this.addresses.has(address);
  }
}
