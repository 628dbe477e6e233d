import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../core/rate-limits/network.js';
import { type RateLimits, tooMany } from '../../core/rate-limits/ports.js';
import { addEntryHook, showsCredentials } from '../http/request.js';
import type { AddressWindow } from './access.decorators.js';

/** Requests per minute and network address in each window. */
export type AddressLimits = Readonly<Record<AddressWindow, number>>;

/**
 * Counts requests without credentials per network before the body is read: an anonymous client must
 * not make the service read, parse, look up or hash without limit.
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
      if (perAddress !== undefined) addEntryHook(route, (request) => this.admit(perAddress, request));
    });
  }

  private async admit(window: AddressWindow, request: FastifyRequest): Promise<void> {
    if (window === 'open' || !showsCredentials(request)) await this.count(window, request);
  }

  /** Throws `RATE_LIMIT_EXCEEDED`. */
  async count(window: AddressWindow, { ip }: FastifyRequest): Promise<void> {
    const counted = await this.rateLimits.count(`${window} ${networkOf(ip)}`, this.limits[window]);
    if (!counted.within) {
      throw tooMany(counted, `Without credentials a network address may make ${counted.limit} requests a minute`);
    }
  }
}
