import { fileURLToPath } from 'node:url';

/** Node arguments that let a child process run our TypeScript directly. */
export const RUN_TYPESCRIPT = ['--import', new URL('typescript.mjs', import.meta.url).href];

/** Returns the path of the compiled program, so that the measured code is the shipped code. */
export function compiled(program: string): string {
  return fileURLToPath(new URL(`../../dist/${program}`, import.meta.url));
}
