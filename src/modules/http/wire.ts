import type { Provider } from '@nestjs/common';
import { Settings } from '../settings/settings.js';

type Token<T> = abstract new (...args: never[]) => T;
type Tokens<Args extends readonly unknown[]> = { [K in keyof Args]: Token<Args[K]> };

/**
 * Makes a class of core a Nest provider: `wire(ReadEntity, Entities)`. The compiler checks the
 * tokens against the constructor.
 */
export function wire<Args extends unknown[], T>(useCase: new (...args: Args) => T, ...tokens: Tokens<Args>): Provider {
  return { provide: useCase, useFactory: (...args: unknown[]) => new useCase(...(args as Args)), inject: [...tokens] };
}

/** Like `wire`, with a last parameter read from the settings. */
export function wireWith<Args extends unknown[], Setting, T>(
  read: (settings: Settings) => Setting,
  useCase: new (...args: [...Args, Setting]) => T,
  ...tokens: Tokens<Args>
): Provider {
  const make = (settings: Settings, ...args: unknown[]) => new useCase(...(args as Args), read(settings));
  return { provide: useCase, useFactory: make, inject: [Settings, ...tokens] };
}
