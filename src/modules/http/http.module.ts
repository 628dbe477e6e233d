import { Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { CorsHook } from './cors.hook.js';
import { CreditHeaders } from './credit-headers.hook.js';
import { DtoPipe } from './dto.pipe.js';
import { NotFoundController } from './not-found.controller.js';

/** What every route of the API shares beside its guards. */
@Module({
  controllers: [NotFoundController],
  providers: [CorsHook, CreditHeaders, DtoPipe, { provide: APP_PIPE, useExisting: DtoPipe }],
  exports: [CreditHeaders],
})
export class HttpModule {}
