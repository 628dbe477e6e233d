import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../../core/errors.js';
import { networkOf } from '../../core/rate-limits/network.js';
import { AddressLimits, RateLimits, tooMany } from '../../core/rate-limits/ports.js';
import { addEntryHook, header, showsCredentials } from '../http/request.js';
import type { AddressWindow } from './access.decorators.js';

/**
 * Counts requests without credentials per network before the body is read: an anonymous client must
 * not make the service read, parse, look up or hash without limit.
 */
@Injectable()
export class OpenLimitHook {
  /** Hooks the routes that name a window as they are registered. */
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly rateLimits: RateLimits,
    private readonly limits: AddressLimits,
  ) {
    this.onRoute((route) => {
      const { perAddress } = route.config ?? {};
      if (perAddress !== undefined) addEntryHook(route, (request) => this.admit(perAddress, request));
    });
  }

  /**
   * Judges who sends a form, between the count and the body. Throws what the form would be refused
   * with.
   */
  beforeForm(url: string, judge: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
    this.onRoute((route) => {
      if (route.url !== url || route.method !== 'POST') return;
      addEntryHook(route, async (request, reply) => {
        if ((header(request, 'sec-fetch-site') ?? 'same-origin') !== 'same-origin') {
          throw new AppError('FORBIDDEN', { message: 'This form was sent from another site.' });
        }
        await judge(request, reply);
      });
    });
  }

  private onRoute(add: (route: RouteOptions) => void): void {
    this.host.httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', add);
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
