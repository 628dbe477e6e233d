import { Module, type DynamicModule } from '@nestjs/common';
import { Infrastructure } from './infrastructure.js';

/** What was started before the application, seen by the modules of the adapters. */
@Module({})
export class InfrastructureModule {
  static forRoot(infrastructure: Infrastructure): DynamicModule {
    return {
      module: InfrastructureModule,
      global: true,
      providers: [{ provide: Infrastructure, useValue: infrastructure }],
      exports: [Infrastructure],
    };
  }
}
