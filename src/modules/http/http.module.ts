import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { Settings, Terms } from '../settings/settings.js';
import { CorsHook } from './server/cors.hook.js';
import { CreditHeaders } from './answers/credit-headers.hook.js';
import { InputPipe } from './input/input.pipe.js';
import { NotFoundController } from './not-found.controller.js';
import { PublicUrl } from './public-url.js';
import { wireWith } from './wire.js';

/** Shared by all API routes in addition to their guards; global. */
@Global()
@Module({
  controllers: [NotFoundController],
  providers: [
    CorsHook,
    CreditHeaders,
    { provide: APP_PIPE, useClass: InputPipe },
    {
      provide: PublicUrl,
      useFactory: ({ publicUrl, allowedOrigins }: Settings) => new PublicUrl(publicUrl, allowedOrigins),
      inject: [Settings],
    },
    wireWith(({ termsUrl }) => termsUrl, Terms),
  ],
  exports: [CreditHeaders, PublicUrl, Terms],
})
export class HttpModule {}
