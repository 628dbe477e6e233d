import { Module, type DynamicModule } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { MetricsToken } from './metrics-token.js';

/** Where a process is watched from; every role has it. */
@Module({ controllers: [MetricsController] })
export class MetricsModule {
  /** Without a token the metrics are open. */
  static forRoot({ token }: { token: string | undefined }): DynamicModule {
    return { module: MetricsModule, providers: [{ provide: MetricsToken, useValue: new MetricsToken(token) }] };
  }
}
