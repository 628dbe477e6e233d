import { Module, type DynamicModule } from '@nestjs/common';
import { CorsHook } from './server/cors.hook.js';
import { CreditHeaders } from './answers/credit-headers.hook.js';
import { InputPipe } from './input/input.pipe.js';
import { NotFoundController } from './not-found.controller.js';
import { PublicUrl } from './public-url.js';
import { Terms } from './terms.js';

export interface HttpOptions {
  /** Without a slash at the end. */
  publicUrl: string;
  /** Whose pages may call the service, beside its own. */
  allowedOrigins: readonly string[];
  /** Where the operator's terms of service are published. */
  termsUrl: string | undefined;
}

/** What every route of the API shares beside its guards; every module sees it. */
@Module({
  controllers: [NotFoundController],
  providers: [CorsHook, CreditHeaders, InputPipe],
  exports: [CreditHeaders],
})
export class HttpModule {
  static forRoot({ publicUrl, allowedOrigins, termsUrl }: HttpOptions): DynamicModule {
    return {
      module: HttpModule,
      global: true,
      providers: [
        { provide: PublicUrl, useValue: new PublicUrl(publicUrl, allowedOrigins) },
        { provide: Terms, useValue: new Terms(termsUrl) },
      ],
      exports: [PublicUrl, Terms],
    };
  }
}
