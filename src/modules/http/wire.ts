import type { Provider } from '@nestjs/common';
import { Settings } from '../settings/settings.js';

type Token<T> = abstract new (...args: never[]) => T;
type Tokens<Args extends readonly unknown[]> = { [K in keyof Args]: Token<Args[K]> };

/**
 * Makes a provider of a class whose last parameter is read from the settings. The compiler checks
 * the tokens against the constructor.
 */
export function wireWith<Args extends unknown[], Setting, T>(
  read: (settings: Settings) => Setting,
  useCase: new (...args: [...Args, Setting]) => T,
  ...tokens: Tokens<Args>
): Provider {
  const make = (settings: Settings, ...args: unknown[]) => new useCase(...(args as Args), read(settings));
  return { provide: useCase, useFactory: make, inject: [Settings, ...tokens] };
}
