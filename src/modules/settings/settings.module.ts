import { Module, type DynamicModule } from '@nestjs/common';
import { Settings } from './settings.js';

/** The settings, read once and seen by every module. */
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}
