import type { Provider, Type } from '@nestjs/common';

type Token<T> = abstract new (...args: never[]) => T;
type Tokens<Args extends readonly unknown[]> = { [K in keyof Args]: Token<Args[K]> };
type Named = Exclude<Provider, Type>;

/**
 * Binds a port to what `make` returns: for adapters that a setting or a choice decides. Every other
 * adapter is `{ provide, useClass }`. The compiler checks the tokens against the parameters.
 */
export function factory<T, Args extends unknown[]>(
  port: Token<T>,
  make: (...args: Args) => T | Promise<T>,
  ...tokens: Tokens<Args>
): Named {
  return { provide: port, useFactory: make as (...args: unknown[]) => unknown, inject: [...tokens] };
}

/**
 * Metadata of a module that exports all its providers. Such modules are global: use cases declare
 * the ports they need.
 */
export function ports(...providers: Named[]) {
  return { providers, exports: providers.map(({ provide }) => provide) };
}

export function configured<T>(setting: T | undefined, name: string): T {
  if (setting === undefined) throw new Error(`${name} is not set`);
  return setting;
}
