import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../core/rate-limits/network.js';
import { type RateLimits, tooMany } from '../../core/rate-limits/ports.js';
import type { AddressWindow } from './access.decorators.js';

/** Requests a minute and network address, in each of the windows that a route can name. */
export type AddressLimits = Readonly<Record<AddressWindow, number>>;

/**
 * Counts requests without credentials for their network, before a byte of the body is read: guards
 * run after that, and an anonymous client must not make the service read, parse, look up or hash
 * without end.
 */
@Injectable()
export class OpenLimitHook {
  /** Only the routes that name a window are hooked, as they are registered. */
  constructor(
    { httpAdapter }: HttpAdapterHost,
    private readonly rateLimits: RateLimits,
    private readonly limits: AddressLimits,
  ) {
    httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', (route) => {
      const { perAddress } = route.config ?? {};
      if (perAddress !== undefined) route.onRequest = (request) => this.admit(perAddress, request);
    });
  }

  private async admit(perAddress: keyof AddressLimits, request: FastifyRequest): Promise<void> {
    if (perAddress === 'agents' && showsCredentials(request)) return;
    const window = await this.rateLimits.count(`${perAddress} ${networkOf(request.ip)}`, this.limits[perAddress]);
    if (!window.within) {
      throw tooMany(window, `Without credentials a network address may make ${window.limit} requests a minute`);
    }
  }
}

/** Agents show theirs on the same routes; the guards say what is wrong with them. */
function showsCredentials({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined;
}
