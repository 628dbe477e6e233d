import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { RouteContract, RouteDoc } from '../http/contract.js';

export interface DocumentedRoute {
  /** Lower case, as OpenAPI writes it. */
  method: string;
  /** With its parameters in braces. */
  path: string;
  contract: RouteContract & { doc: RouteDoc };
}

/**
 * The routes this process serves, as they were registered: nothing can be described that does not
 * run.
 */
@Injectable()
export class Routes {
  private readonly addresses = new Set<string>();
  private readonly routes: DocumentedRoute[] = [];

  /** Providers are made before the first route is registered. */
  constructor({ httpAdapter }: HttpAdapterHost) {
    httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', (route) => this.note(route));
  }

  documented(): readonly DocumentedRoute[] {
    return this.routes;
  }

  /** Whether something answers there, described or not. */
  serves(address: string): boolean {
    return this.addresses.has(address);
  }

  private note({ method, url, config }: RouteOptions): void {
    this.addresses.add(url);
    const contract = config?.contract;
    if (!contract?.doc) return;
    for (const verb of [method].flat()) {
      if (verb === 'HEAD' || verb === 'OPTIONS') continue;
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      this.routes.push({ method: verb.toLowerCase(), path, contract: { ...contract, doc: contract.doc } });
    }
  }
}
