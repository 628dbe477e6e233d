import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { setting } from '../settings/settings.js';
import { CorsHook } from './server/cors.hook.js';
import { CreditHeaders } from './answers/credit-headers.hook.js';
import { InputPipe } from './input/input.pipe.js';
import { NotFoundController } from './not-found.controller.js';
import { PublicUrl } from './public-url.js';

/** Shared by all API routes in addition to their guards; global. */
@Global()
@Module({
  controllers: [NotFoundController],
  providers: [
    CorsHook,
    CreditHeaders,
    { provide: APP_PIPE, useClass: InputPipe },
    setting(PublicUrl, ({ publicUrl, allowedOrigins }) => new PublicUrl(publicUrl, allowedOrigins)),
  ],
  exports: [CreditHeaders, PublicUrl],
})
export class HttpModule {}
