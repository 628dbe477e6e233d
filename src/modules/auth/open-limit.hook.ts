import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../core/rate-limits/network.js';
import { type RateLimits, tooMany } from '../../core/rate-limits/ports.js';
import type { AddressWindow } from './access.decorators.js';

/** Requests per minute and network address in each window. */
export type AddressLimits = Readonly<Record<AddressWindow, number>>;

/**
 * Counts requests without credentials per network before the body is read. Guards run after that,
 * and an anonymous client must not make the service read, parse, look up or hash without limit.
 */
@Injectable()
export class OpenLimitHook {
  /** Hooks the routes that name a window as they are registered. */
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

/** Agents send credentials on the same routes; the guards check them. */
function showsCredentials({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined;
}
