import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { wireWith } from '../http/wire.js';
import type { Settings } from '../settings/settings.js';
import { OpenLimitHook, type AddressLimits } from './open-limit.hook.js';

/** The limits of networks, for every module with routes for strangers. */
@Module({
  providers: [wireWith(addressLimits, OpenLimitHook, HttpAdapterHost, RateLimits)],
  exports: [OpenLimitHook],
})
export class OpenLimitModule {}

function addressLimits({ mcpAnonymousPerMinute: agents, openPerMinute: open }: Settings): AddressLimits {
  return { agents, open };
}
