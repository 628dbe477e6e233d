import { Module } from '@nestjs/common';
import { AddressLimits } from '../../core/rate-limits/ports.js';
import { setting } from '../settings/settings.js';
import { OpenLimitHook } from './open-limit.hook.js';

/** The limits of networks, for every module with routes for strangers. */
@Module({
  providers: [
    setting(AddressLimits, ({ mcpAnonymousPerMinute: agents, openPerMinute: open }) => ({ agents, open })),
    OpenLimitHook,
  ],
  exports: [AddressLimits, OpenLimitHook],
})
export class OpenLimitModule {}
