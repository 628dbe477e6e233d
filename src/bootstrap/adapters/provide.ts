import type { DynamicModule, Provider, Type } from '@nestjs/common';

type Token<T> = abstract new (...args: never[]) => T;
type Tokens<Args extends readonly unknown[]> = { [K in keyof Args]: Token<Args[K]> };
type Named = Exclude<Provider, Type>;

/**
 * Puts an adapter behind a port: `adapter(Accounts, PostgresAccounts, Database)`. The compiler
 * checks the tokens against the constructor.
 */
export function adapter<T, Args extends unknown[]>(
  port: Token<T>,
  implementation: new (...args: Args) => T,
  ...tokens: Tokens<Args>
): Named {
  return factory(port, (...args: Args) => new implementation(...args), ...tokens);
}

/** The same where making it takes more than its constructor. */
export function factory<T, Args extends unknown[]>(
  port: Token<T>,
  make: (...args: Args) => T | Promise<T>,
  ...tokens: Tokens<Args>
): Named {
  return { provide: port, useFactory: make as (...args: unknown[]) => unknown, inject: [...tokens] };
}

/** Ports are seen by every module: who uses which is said by the use cases. */
export function portsModule(module: Type, providers: Named[], imports: DynamicModule[] = []): DynamicModule {
  return { module, global: true, imports, providers, exports: providers.map(({ provide }) => provide) };
}
